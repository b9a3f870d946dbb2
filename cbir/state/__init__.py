"""A library's folder -> its present state: opened, locked, read as one snapshot, and kept tidy.

Index runs write through this package, and searches read through it.
"""

from cbir.state.albums import (
    AlbumTable,
    check_searches,
    read_searches,
    read_term,
    term_entry,
    write_searches,
)
from cbir.state.codebooks import CodebookShelf, CurrentCodebook, load_codebook, shipped_codebook, trained_on
from cbir.state.locking import writer_lock
from cbir.state.old_photos import add_old_colors, fold_old_texts, has_old_texts, lacks_colors
from cbir.state.opening import (
    FORMAT,
    exclusive_write,
    explain_disk_trouble,
    prepare,
    refuse_network,
    unlocked_write,
)
from cbir.state.reader import IndexReader
from cbir.state.remote_index import Cluster, FindDocuments, RemoteIndex, cluster_wing
from cbir.state.roots import (
    RootMonitor,
    as_known,
    is_below_away,
    is_gone,
    is_online,
    known_as,
    note_place,
    online_roots,
    relocate_roots,
)
from cbir.state.snapshot import MappedIndex, OpenedOnce, Snapshot, recall_features, stored_thumbnail
from cbir.state.staged_words import StagedReader, StagedWords
from cbir.state.tidying import forget_folder, is_own, remove_orphans, remove_own, writing_thumbnails
