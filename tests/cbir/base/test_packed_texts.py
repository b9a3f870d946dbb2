"""Texts that are packed come out as they went in, and weigh less."""

import hashlib

from cbir.base.types import PackedTexts


def test_each_row_comes_out_as_it_went_in_and_half_as_large():
    rows = [
        (f"IMG_{4000 + n}.jpg".encode(), f"2019-07-{n % 28 + 1:02}T12:00:{n % 60:02}".encode(), b"")
        for n in range(1000)
    ]
    rows += [
        ("Müller\nund 犬.png".encode(), b"", hashlib.md5(b"1").hexdigest().encode()),
        (b"\xff", b"", b""),
    ]
    packed = PackedTexts.of(3, rows)
    assert [packed[at] for at in range(len(rows))] == rows
    assert packed[1001] == rows[1001]
    assert packed.nbytes < sum(len(field) for row in rows for field in row) / 2


def test_no_rows_are_packed_too():
    assert PackedTexts.of(3, []).nbytes == 0
