"""The names of one file."""

import pytest

from cbir.duplicates import PhotoRow
from cbir.duplicates.names import FilesBehind


@pytest.mark.parametrize("link_first", [False, True])
def test_the_own_name_of_a_file_represents_it_and_no_link(tmp_path, link_first):
    (tmp_path / "photo.jpg").write_bytes(b"a photo")
    (tmp_path / "link.jpg").symlink_to(tmp_path / "photo.jpg")
    own, link = (
        PhotoRow(number, number, 1, str(tmp_path), name, "one", "", 40, 30, 7, "JPEG", None, False, 7)
        for number, name in ((1, "photo.jpg"), (2, "link.jpg"))
    )
    behind = FilesBehind([link, own] if link_first else [own, link])
    assert [behind.photo(row) for row in (own, link)] == [own.photo, own.photo]
    assert behind.is_same_file(own, link)
