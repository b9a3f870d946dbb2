"""Filters -> chips beside the query's, and a popover to choose each with."""

from cbir_app.query.filters.chip_row import FilterChips
from cbir_app.query.filters.filters import KINDS, NO_FILTERS, Counts, FacetCounts, filter_chips
from cbir_app.query.filters.popover import FilterPopover
