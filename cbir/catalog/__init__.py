"""The catalog: SQLite tables of photos, roots, documents, segments and failures."""

from cbir.catalog.catalog import Catalog, Moment, RankedPhoto
from cbir.catalog.colors import color_names, is_color
from cbir.catalog.completing import Names, NameTable, completions
from cbir.catalog.conditions import MEGA, boxed_megapixels, filter_nodes
from cbir.catalog.dates_in_text import WiderSpan, date_words
from cbir.catalog.documents import NewDocument, NewPhoto, SegmentRow
from cbir.catalog.facts_in_text import FactInText, facts_in
from cbir.catalog.files import FileState, KnownPhoto, Move, PhotoFile
from cbir.catalog.handed_over import HandedOverTable, Handover, WrittenSidecar, digest_of
from cbir.catalog.kinds_in_text import KindInText, kinds_in
from cbir.catalog.merging import Merged, merge_root
from cbir.catalog.metadata import change_keywords, through_step
from cbir.catalog.page_checksums import PageComparison, compare_pages, remove_log
from cbir.catalog.people import PEOPLE, PeopleTable, StoredFaces
from cbir.catalog.photos import IndexedPhoto
from cbir.catalog.places import all_towns, distance_km, note_on, read_circle
from cbir.catalog.query import (
    FIELDS,
    FIELDS_TO_OFFER,
    And,
    Comparison,
    Meanings,
    Node,
    Not,
    Or,
    TextParts,
    Words,
    colors_named,
    colors_of,
    distinct_words,
    is_words,
    named_only,
    parse_query,
    read_value,
    spelled_words,
    take_apart,
    wanted_words,
    whole_words,
    with_synonyms,
    with_translations,
    without_faces,
    without_meanings,
    without_wrong_fields,
)
from cbir.catalog.roots import Root
from cbir.catalog.rows import Table, bind_name, read_name
from cbir.catalog.schema import DISMISSED, PHOTOS_OF_THINGS, THINGS
from cbir.catalog.similarity import Arrangement, NewGroup, Place, SimilarityTable
from cbir.catalog.spelling import Correction
from cbir.catalog.written import ToRead, WordsRead, places_of
