"""Captions in tab-separated lines and in photos themselves; the forms of JSON are tested with `cbir models check`."""

import pytest

from cbir.base.errors import CbirError
from cbir.evaluation import load_captioned
from tests.pictures import flat, write_jpeg

XMP = """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description><rdf:Alt>
<rdf:li xml:lang="x-default">a grey square</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF>
</x:xmpmeta>"""


def test_a_photo_may_have_several_lines(tmp_path):
    (tmp_path / "captions.tsv").write_text("a.jpg\tone\n\nb.jpg\tthree\na.jpg\ttwo\n", encoding="utf-8")
    for place in (tmp_path, tmp_path / "captions.tsv"):
        assert [(photo.path, photo.captions) for photo in load_captioned(place)] == [
            (tmp_path / "a.jpg", ("one", "two")),
            (tmp_path / "b.jpg", ("three",)),
        ]


@pytest.mark.parametrize(
    "wrong",
    [b"a.jpg\n", b"a.jpg one two\n", b"a.jpg\tone\ttwo\n", b"", b"a.jpg\t \n", b"\x89PNG\x00\xff\xfe"],
)
def test_lines_of_another_form_are_refused_with_a_sentence(wrong, tmp_path):
    (tmp_path / "captions.tsv").write_bytes(wrong)
    with pytest.raises(CbirError, match="captions"):
        load_captioned(tmp_path)


def test_photos_that_hold_their_captions_need_no_file(tmp_path):
    for name in ("one", "two"):
        write_jpeg(tmp_path / "deep" / f"{name}.jpg", flat(8, 8))
    with pytest.raises(CbirError, match="no photo in it has a caption"):
        load_captioned(tmp_path)
    (tmp_path / "deep" / "two.jpg.xmp").write_text(XMP, encoding="utf-8")
    assert [(photo.path.name, photo.captions) for photo in load_captioned(tmp_path)] == [
        ("two.jpg", ("a grey square",))
    ]
    with pytest.raises(CbirError, match="There is no"):
        load_captioned(tmp_path / "missing")
