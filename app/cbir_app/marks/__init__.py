"""Stars and keywords -> requests to the engine, and the widgets that show them."""

from app.marks.mark_session import SIDECARS, MarkSession, Rated
from app.marks.marks_panel import MAX_ASKED, MarksPanel
from app.marks.stars import Stars
