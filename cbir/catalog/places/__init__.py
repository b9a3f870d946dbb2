"""Names of towns <-> positions, offline: an excerpt of GeoNames (CC BY 4.0, towns-NOTICE.md in cbir_resources)."""

from cbir.catalog.places.circle import DEFAULT_RADIUS_KM, Circle, distance_km, note_on, read_circle
from cbir.catalog.places.towns import EARTH_RADIUS_KM, Towns, all_towns, folded, unit_vectors
