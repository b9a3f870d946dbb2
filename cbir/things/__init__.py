"""Things: stored features -> pairs of photos that show the same thing -> communities, with names by a person."""

from cbir.things.finder import ThingFinder, ThingOptions
from cbir.things.inventory import InventoryOptions, items_on
from cbir.things.records import ThingTables
from cbir.things.travel import TravelOptions
