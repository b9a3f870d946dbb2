"""Filters -> chips and a panel to choose them with."""

from app.filters.chip_row import FilterChips
from app.filters.filter_panel import FilterPanel
from app.filters.filters import NO_FILTERS, Counts, FacetCounts, filter_chips, stars
