"""Actions -> what each does across rooms: sessions asked, views changed, a notice shown. No widgets of its own."""

from app.control.albums import TELLS, AlbumControl
from app.control.duplicates import DuplicateControl
from app.control.engine import EngineControl
from app.control.export import ExportControl
from app.control.filters import FilterControl
from app.control.hits import EvidenceControl, HitControl
from app.control.libraries import LibrariesControl
from app.control.library import LibraryControl
from app.control.maintenance import MaintenanceControl
from app.control.marks import JudgeControl, MarkControl
from app.control.models import ModelControl
from app.control.open_with import OpenWith
from app.control.queries import QueryControl, QuerySteps
from app.control.snips import SnipControl
from app.control.trash import TrashControl
