"""A search's hits -> why each of them is there: lines, JSON, or one picture of them."""

from cbir.cli.explaining.explanation import (
    Explanation,
    Explanations,
    explain,
    explanation_json,
    explanation_lines,
)
from cbir.cli.explaining.form import ExplainedCommand, as_form
from cbir.cli.explaining.picture import write_picture
