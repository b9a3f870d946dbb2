"""A search's answer -> sections -> the grid, the list and the timeline."""

from app.results.photo_facts import METADATA, facts, place, taken
from app.results.results_page import ResultsPage
from app.results.stacks import Stacks
from app.results.tile_actions import TileActions, TileMarks
from app.results.wording import searched, verdict
