"""The hits of a search in sections: the grid, the list and the timeline."""

from cbir_app.results.results_page import ResultsPage
from cbir_app.results.stacks import Stacks
from cbir_app.results.tile_actions import TileActions, TileMarks
from cbir_app.results.wording import METADATA, dots, facts, place, searched, strength, summary, taken, verdict
