"""Copies of an indexed library: to index photos again for each test takes twice as long."""

import shutil

from cbir.base.drives import Volumes
from cbir.base.layout import Layout
from cbir.state import exclusive_write


def copy_pictures(original, folder):
    return shutil.copytree(original / "pictures", folder / "pictures", symlinks=True)


def copy_library(original, folder, pictures=None):
    """Copy a library, and have it know the copies of its photos by their place. pictures : default: those beside it"""
    shutil.copytree(original / "library", folder / "library")
    pictures = pictures or folder / "pictures"
    with exclusive_write(Layout(folder / "library")) as catalog, catalog.transaction():
        (root,) = catalog.roots.all()
        catalog.roots.move(root, path=pictures, place=Volumes.now().place(pictures))
    return folder / "library"
