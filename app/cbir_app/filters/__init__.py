"""Filters -> chips beside the query's, and a popover to choose each with."""

from app.filters.chip_row import FilterChips
from app.filters.filters import KINDS, NO_FILTERS, Counts, FacetCounts, filter_chips
from app.filters.popover import FilterPopover
