"""One hit -> the photo, the match and its evidence, large."""

from typing import TYPE_CHECKING

from app.viewer.evidence_panel import EvidencePanel
from app.viewer.pages import STRIP, Pages
from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from app.viewer.match_scene import Match, MatchScene
    from app.viewer.overlay import Blend, homography, project

__getattr__ = lazy_door(
    __name__, {"match_scene": ("Match", "MatchScene"), "overlay": ("Blend", "homography", "project")}
)
