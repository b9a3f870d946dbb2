"""One library folder: open, index, search, mark, show, maintain, close."""

from cbir.library.changes import CHANGES_SIDE_PX, Changes, changes_between, changes_in_files
from cbir.library.files import PhotoFile
from cbir.library.library import Library
from cbir.library.lifetime import LibraryOptions
from cbir.library.proofs import ProofPage, ProofPicture, proof_page, prove_files
from cbir.library.restore import restore_photos

__all__ = [
    "CHANGES_SIDE_PX",
    "Changes",
    "Library",
    "LibraryOptions",
    "PhotoFile",
    "ProofPage",
    "ProofPicture",
    "changes_between",
    "changes_in_files",
    "proof_page",
    "prove_files",
    "restore_photos",
]
