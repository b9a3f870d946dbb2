"""One hit -> the photo, the match and its evidence, large."""

from app.viewer.evidence_panel import EvidencePanel
from app.viewer.pages import Pages
