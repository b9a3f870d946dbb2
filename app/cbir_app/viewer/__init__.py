"""The viewer: one photo in full size, with its match and the evidence; pages of maps, people, things and origin."""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door
from cbir_app.viewer.evidence_panel import EvidencePanel
from cbir_app.viewer.pages import STRIP, Pages

if TYPE_CHECKING:
    from cbir_app.viewer.inventory_page import InventoryPage, shelf_of, table_of
    from cbir_app.viewer.map_page import MapPage, Positions, positions_of
    from cbir_app.viewer.match_scene import Blend, Match, MatchScene, homography, project
    from cbir_app.viewer.namesakes import ask_namesake
    from cbir_app.viewer.offers_page import OffersPage
    from cbir_app.viewer.origin_page import OriginPage
    from cbir_app.viewer.people_page import PEOPLE_SENTENCE, PeoplePage
    from cbir_app.viewer.similarity_page import SimilarityPage
    from cbir_app.viewer.things_page import ThingsPage
    from cbir_app.viewer.time_page import TimePage

__getattr__ = lazy_door(
    __name__,
    {
        "inventory_page": ("InventoryPage", "shelf_of", "table_of"),
        "map_page": ("MapPage", "Positions", "positions_of"),
        "namesakes": ("ask_namesake",),
        "offers_page": ("OffersPage",),
        "origin_page": ("OriginPage",),
        "people_page": ("PEOPLE_SENTENCE", "PeoplePage"),
        "similarity_page": ("SimilarityPage",),
        "things_page": ("ThingsPage",),
        "time_page": ("TimePage",),
        "match_scene": ("Blend", "Match", "MatchScene", "homography", "project"),
    },
)
