"""The archive of files that trip readers, among the photos with ground truth."""

import tarfile


def unpack_nasty_files(data, folder):
    """data : the folder of photos with ground truth. folder : where the files go"""
    with tarfile.open(data / "nasty.tar.xz") as archive:
        if hasattr(tarfile, "data_filter"):  # since 3.11.4
            archive.extractall(folder, filter="data")
        else:
            archive.extractall(folder)
