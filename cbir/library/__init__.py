"""One library folder: open, index, search, mark, show, maintain, close."""

from cbir.library.files import PhotoFile
from cbir.library.library import Library
from cbir.library.lifetime import LibraryOptions
from cbir.library.proofs import ProofPage, ProofPicture, proof_page, prove_files
from cbir.library.restore import restore_photos

__all__ = [
    "Library",
    "LibraryOptions",
    "PhotoFile",
    "ProofPage",
    "ProofPicture",
    "proof_page",
    "prove_files",
    "restore_photos",
]
