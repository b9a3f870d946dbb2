"""Hits of a search -> the reasons for each: lines, JSON, or one picture."""

from cbir.cli.explaining.explanation import (
    Explanation,
    Explanations,
    explain,
    explanation_json,
    explanation_lines,
)
from cbir.cli.explaining.form import ExplainedCommand, as_form
from cbir.cli.explaining.picture import write_picture
