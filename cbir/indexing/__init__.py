"""Folders -> scan -> plan -> workers -> batches -> commits: the pipeline from photos to a searchable library."""

from cbir.indexing.commit import PhotoEncoding, keep_parts, keeps_parts, why_refused
from cbir.indexing.indexer import Indexer, IndexingOptions
from cbir.indexing.plan import keep_moments, left_out_patterns, moments_a_minute
from cbir.indexing.scan import scan_folder
from cbir.indexing.watch import FolderWatch, WatchOptions
