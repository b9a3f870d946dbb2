"""Old public imports: `cbir.base.types` and `cbir.base.errors` still give the same objects."""

import importlib

import pytest

TYPES = (
    "Device EngineCoverage EngineName Evidence FacetCount Facets Filters Hit IndexProgress IndexReport LibraryInfo"
    " Metadata ModelInfo ModelOffer PhotoId Preview Region SavedSearch SearchOptions SearchResult Skipped SortKey Term"
)
ERRORS = "ArtifactMismatch Cancelled CatalogTooNew CbirError ImageUnreadable ModelNotInstalled QueryUnusable"


@pytest.mark.parametrize(("module", "names"), [("types", TYPES), ("errors", ERRORS)])
def test_the_names_of_before_are_the_objects_of_the_shelf(module, names):
    public = importlib.import_module(f"cbir.{module}")
    shelf = importlib.import_module(f"cbir.base.{module}")
    for name in names.split():
        assert getattr(public, name) is getattr(shelf, name)
