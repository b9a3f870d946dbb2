"""Copies of an indexed library: to index photos again for each test takes twice as long."""

import shutil

from cbir.base.drives import Volumes
from cbir.base.layout import Layout
from cbir.state import exclusive_write


def copy_pictures(original, folder):
    return shutil.copytree(original / "pictures", folder / "pictures", symlinks=True)


def copy_library(original, folder):
    """Copy a library that is beside its `pictures`, and have it know the copies of these by their place."""
    shutil.copytree(original / "library", folder / "library")
    pictures = folder / "pictures"
    with exclusive_write(Layout(folder / "library")) as catalog, catalog.transaction():
        (root,) = catalog.roots.all()
        catalog.roots.move(root, path=pictures, place=Volumes.now().place(pictures))
    return folder / "library"
