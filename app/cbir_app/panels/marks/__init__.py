"""Stars and keywords -> requests to the engine, and the widgets that show them."""

from cbir_app.panels.marks.mark_session import SIDECARS, MarkSession, Rated
from cbir_app.panels.marks.marks_panel import MAX_ASKED, MarksPanel
from cbir_app.panels.marks.stars import Stars
