"""Controls: carry out actions across rooms, through sessions, views and notices. No widgets of their own."""

from cbir_app.control.albums import TELLS, AlbumControl
from cbir_app.control.duplicates import DuplicateControl
from cbir_app.control.engine import EngineControl
from cbir_app.control.export import ExportControl
from cbir_app.control.hits import EvidenceControl, HitControl
from cbir_app.control.inventory import InventoryControl
from cbir_app.control.last_place import LastPlaceControl
from cbir_app.control.libraries import LibrariesControl
from cbir_app.control.library import LibraryControl
from cbir_app.control.maintenance import MaintenanceControl
from cbir_app.control.map import MapControl
from cbir_app.control.marks import JudgeControl, MarkControl
from cbir_app.control.models import ModelControl
from cbir_app.control.open_with import OpenWith
from cbir_app.control.origin import OriginControl
from cbir_app.control.people import PeopleControl
from cbir_app.control.proof import ProofControl
from cbir_app.control.queries import CompletionControl, FilterControl, QueryControl, QuerySteps, SnipControl
from cbir_app.control.similarity import SimilarityControl
from cbir_app.control.start import StartControl
from cbir_app.control.things import ThingsControl
from cbir_app.control.trash import TrashControl
