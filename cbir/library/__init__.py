"""One library folder: open, index, search, mark, show, maintain, close."""

from cbir.library.changes import CHANGES_SIDE_PX, Changes, changes_between, changes_in_files
from cbir.library.files import PhotoFile
from cbir.library.film import FILM_SUFFIXES, view_frame, write_film
from cbir.library.library import Library
from cbir.library.lifetime import LibraryOptions
from cbir.library.origin import origin_of
from cbir.library.proofs import ProofPage, ProofPicture, proof_page, prove_files
from cbir.library.restore import restore_photos

__all__ = [
    "CHANGES_SIDE_PX",
    "FILM_SUFFIXES",
    "Changes",
    "Library",
    "LibraryOptions",
    "PhotoFile",
    "ProofPage",
    "ProofPicture",
    "changes_between",
    "changes_in_files",
    "origin_of",
    "proof_page",
    "prove_files",
    "restore_photos",
    "view_frame",
    "write_film",
]
