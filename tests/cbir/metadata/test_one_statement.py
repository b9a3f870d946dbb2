"""A sidecar says one thing: a keyword or a rating is the same in every field that states it."""

import re
import unicodedata

import pytest

from cbir.metadata import XmpUnclear, sidecar_for, write_sidecar
from cbir.metadata.xmp import read_xmp
from cbir.metadata.xmp_editing import edit_xmp

SPACES = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "dc": "http://purl.org/dc/elements/1.1/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "lr": "http://ns.adobe.com/lightroom/1.0/",
    "digiKam": "http://www.digikam.org/ns/1.0/",
    "MicrosoftPhoto": "http://ns.microsoft.com/photo/1.0/",
    "Windows": "http://ns.microsoft.com/photo/1.0",
    "mediapro": "http://ns.iview-multimedia.com/mediapro/1.0/",
    "acdsee": "http://ns.acdsee.com/iptc/1.0/",
    "mwg-kw": "http://www.metadataworkinggroup.com/schemas/keywords/",
    "photoshop": "http://ns.adobe.com/photoshop/1.0/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
}


def packet(inside="", attributes=""):
    spaces = " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in SPACES.items())
    return (
        f'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF {spaces}>'
        f'<rdf:Description rdf:about="" {attributes}><!-- kept -->{inside}</rdf:Description></rdf:RDF></x:xmpmeta>'
    ).encode()


def items(name, *words, kind="Bag"):
    listed = "".join(f"<rdf:li>{word}</rdf:li>" for word in words)
    return f"<{name}><rdf:{kind}>{listed}</rdf:{kind}></{name}>"


def branch(word, *below):
    inner = f"<mwg-kw:Children><rdf:Bag>{''.join(below)}</rdf:Bag></mwg-kw:Children>" if below else ""
    return f'<rdf:li rdf:parseType="Resource"><mwg-kw:Keyword>{word}</mwg-kw:Keyword>{inner}</rdf:li>'


def tree(*branches):
    hierarchy = f"<mwg-kw:Hierarchy><rdf:Bag>{''.join(branches)}</rdf:Bag></mwg-kw:Hierarchy>"
    return f'<mwg-kw:Keywords rdf:parseType="Resource">{hierarchy}</mwg-kw:Keywords>'


ACDSEE = (
    '&lt;Categories&gt;&lt;Category Assigned="0"&gt;animals&lt;Category Assigned="1"&gt;robin'
    "&lt;/Category&gt;&lt;/Category&gt;&lt;/Categories&gt;"
)
STATED = {
    "a flat list": items("dc:subject", "animals", "robin"),
    "a sequence": items("dc:subject", "animals", "robin", kind="Seq"),
    "Lightroom": items("lr:hierarchicalSubject", "animals|robin"),
    "digiKam": items("digiKam:TagsList", "animals/robin", kind="Seq"),
    "Windows": items("MicrosoftPhoto:LastKeywordXMP", "animals/robin"),
    "Windows, IPTC": items("Windows:LastKeywordIPTC", "animals", "robin"),
    "Media Pro": items("mediapro:CatalogSets", "animals|robin"),
    "Lightroom, flat": items("lr:weightedFlatSubject", "animals", "robin"),
    "ACDSee, flat": items("acdsee:keywords", "animals", "robin"),
    "ACDSee": f"<acdsee:categories>{ACDSEE}</acdsee:categories>",
    "MWG": tree(branch("animals", branch("robin"))),
}


@pytest.mark.parametrize("field", [*STATED, "all"])
def test_each_level_that_any_field_states_is_a_keyword(field):
    inside = "".join(STATED.values()) if field == "all" else STATED[field]
    assert read_xmp(packet(inside)).keywords == ("animals", "robin")


@pytest.mark.parametrize("field", [*STATED, "all"])
@pytest.mark.parametrize("left", [("animals",), ("robin",), (), ("animals", "robin", "R&D <1>"), ("new",)])
def test_keywords_change_in_every_field_that_states_them(field, left):
    inside = "".join(STATED.values()) if field == "all" else STATED[field]
    edited = edit_xmp(packet(inside), {"dc:subject": left})
    assert set(read_xmp(edited).keywords) == set(left)
    text = edited.decode()
    for word in {"animals", "robin"} - set(left):
        assert word not in text
    assert "<!-- kept -->" in text
    if "new" in left and field not in ("a flat list", "a sequence"):
        assert text.count("new") > 1, "the other field has the new keyword, too"
    assert edit_xmp(edited, {"dc:subject": left}) == edited


def test_a_level_that_goes_leaves_the_others_in_their_order():
    edited = edit_xmp(
        packet(items("lr:hierarchicalSubject", "a|b|c", "d|b")), {"dc:subject": ("a", "c", "d")}
    )
    assert b"<rdf:li>a|c</rdf:li><rdf:li>d</rdf:li>" in edited
    edited = edit_xmp(packet(tree(branch("a", branch("b", branch("c"))))), {"dc:subject": ("a", "c")})
    assert branch("a", branch("c")).encode() in edited


def test_a_keyword_with_a_separator_in_it_is_one_where_the_flat_list_has_it():
    inside = items("dc:subject", "24/7") + items("digiKam:TagsList", "24/7", "a/b")
    assert read_xmp(packet(inside)).keywords == ("24/7", "a", "b")
    assert read_xmp(edit_xmp(packet(inside), {"dc:subject": ("24/7", "b")})).keywords == ("24/7", "b")


def test_a_path_that_is_added_as_a_keyword_is_its_levels():
    for inside in ("", items("lr:hierarchicalSubject", "x"), items("digiKam:TagsList", "x")):
        edited = edit_xmp(packet(inside), {"dc:subject": ("animals|robin", "x")})
        assert set(read_xmp(edited).keywords) == {"animals", "robin", "x"}


@pytest.mark.parametrize("spelling", [unicodedata.normalize("NFD", "Café"), "CAFÉ", "café"])
def test_all_spellings_of_a_keyword_are_one(spelling):
    inside = (
        items("dc:subject", "Café")
        + items("digiKam:TagsList", spelling)
        + items("lr:hierarchicalSubject", "x")
    )
    assert read_xmp(packet(inside)).keywords == ("Café", "x")
    edited = edit_xmp(packet(inside), {"dc:subject": ("x",)})
    assert b"Caf" not in edited and spelling.encode() not in edited
    kept = edit_xmp(packet(inside), {"dc:subject": (spelling,)})
    assert len(read_xmp(kept).keywords) == 1 and spelling.encode() in kept


RATINGS = {
    "elements": packet(
        "<xmp:Rating>4</xmp:Rating><MicrosoftPhoto:Rating>75</MicrosoftPhoto:Rating><acdsee:rating>4</acdsee:rating>"
    ),
    "attributes": packet("", 'xmp:Rating="4" MicrosoftPhoto:Rating="75" acdsee:rating = \'4\''),
    "Windows alone": packet("", 'Windows:Rating="75"'),
    "ACDSee alone": packet("<acdsee:rating>4</acdsee:rating>"),
}


@pytest.mark.parametrize("name", RATINGS)
@pytest.mark.parametrize(
    ("rating", "percent"), [("2", "25"), ("5", "99"), ("0", "0"), ("-1", None), (None, None)]
)
def test_stars_change_in_every_field_that_states_them(name, rating, percent):
    assert read_xmp(RATINGS[name]).rating == 4
    edited = edit_xmp(RATINGS[name], {"xmp:Rating": () if rating is None else (rating,)})
    assert read_xmp(edited).rating == (None if rating is None else int(rating))
    text = edited.decode()
    assert "75" not in text and ">4<" not in text and "4'" not in text
    windows = re.findall(r'(?:MicrosoftPhoto|Windows):Rating(?:="|>)(-?\d+)', text)
    assert windows == ([] if percent is None or name == "ACDSee alone" else [percent])
    acdsee = re.findall(r'acdsee:rating\s*(?:="|>)(-?\d+)', text)
    assert acdsee == ([] if percent is None or name == "Windows alone" else [rating])
    assert "<!-- kept -->" in text


@pytest.mark.parametrize("rating", [("3",), ()])
def test_what_is_said_of_another_picture_is_neither_read_nor_changed(rating):
    """As Photoshop keeps what a picture was made of."""
    other = (
        '<xmpMM:Pantry><rdf:Bag><rdf:li><rdf:Description xmp:Rating="5">'
        + items("dc:subject", "other")
        + "</rdf:Description></rdf:li></rdf:Bag></xmpMM:Pantry>"
    )
    assert (read_xmp(packet(other)).rating, read_xmp(packet(other)).keywords) == (None, ())
    edited = edit_xmp(packet(other), {"xmp:Rating": rating, "dc:subject": ()})
    assert other.encode() in edited
    assert read_xmp(edited).rating == (3 if rating else None)


def test_a_tree_that_is_not_as_its_program_writes_it_is_left():
    inside = items("dc:subject", "a") + "<acdsee:categories>no XML</acdsee:categories>"
    assert read_xmp(packet(inside)).keywords == ("a",)
    odd = items("lr:hierarchicalSubject").replace(
        "</rdf:Bag>", "<rdf:li><rdf:value>a|b</rdf:value></rdf:li></rdf:Bag>"
    )
    try:
        edited = edit_xmp(packet(odd), {"dc:subject": ("a",)})
    except XmpUnclear:
        return
    assert read_xmp(edited).keywords == ("a",)


# --- whose sidecar it is


@pytest.mark.parametrize(
    ("names", "picture", "sidecar", "own"),
    [
        ("DNG", "IMG_1.JPG", "IMG_1.xmp", False),
        ("DNG", "IMG_1.DNG", "IMG_1.xmp", True),
        ("dng", "IMG_1.DNG", "IMG_1.xmp", True),
        ("JPG", "IMG_1.jpeg", "IMG_1.xmp", True),
        ("CR2", "IMG_1.CR2", "IMG_1.xmp", True),
        ("DNG", "IMG_1.JPG", "IMG_1.JPG.xmp", True),
        (None, "IMG_1.JPG", "IMG_1.xmp", True),
    ],
)
def test_a_sidecar_is_for_the_file_that_it_names(tmp_path, names, picture, sidecar, own):
    attribute = "" if names is None else f'photoshop:SidecarForExtension="{names}"'
    (tmp_path / sidecar).write_bytes(packet("", f'xmp:Rating="5" {attribute}'))
    assert (sidecar_for(tmp_path / picture, tmp_path / sidecar) is not None) is own
    assert sidecar_for(tmp_path / picture, None) is None


def test_the_sidecar_of_a_raw_file_is_changed_for_that_file_alone(tmp_path):
    raws = tmp_path / "IMG_1.xmp"
    raws.write_bytes(packet(items("dc:subject", "raw"), 'xmp:Rating="5" photoshop:SidecarForExtension="DNG"'))
    before = raws.read_bytes()
    own = write_sidecar(tmp_path / "IMG_1.JPG", {"xmp:Rating": ("2",)}, shared=True)
    assert own == tmp_path / "IMG_1.JPG.xmp"
    assert (read_xmp(own.read_bytes()).rating, read_xmp(own.read_bytes()).keywords) == (2, ())
    assert raws.read_bytes() == before
    assert write_sidecar(tmp_path / "IMG_1.DNG", {"xmp:Rating": ("1",)}, shared=True) == raws
    assert read_xmp(raws.read_bytes()).rating == 1


@pytest.mark.parametrize(
    ("number", "pick"),
    [("0", False), ("1", False), ("2", False), ("3", True), ("4", None), ("-1", None), ("x", None)],
)
def test_a_photo_is_picked_by_the_label_of_digikam_that_says_so(number, pick):
    assert read_xmp(packet(attributes=f'digiKam:PickLabel="{number}"')).pick is pick
