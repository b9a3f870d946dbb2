"""Named faces of other programs, regions of MWG and Microsoft: read from a sidecar or picture, and written."""

import json

import pytest

from cbir.base.types import NamedRegion
from cbir.metadata import NamedFaces, XmpUnclear, named_faces, write_sidecar
from tests import exiftool
from tests.pictures import flat, write_jpeg

MWG = """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
 xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#">
<mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag>
<rdf:li><rdf:Description mwg-rs:Name="Ada" mwg-rs:Type="{kind}">
<mwg-rs:Area stArea:x="0.5" stArea:y="0.4" stArea:w="0.2" stArea:h="0.3" stArea:unit="normalized"/>
</rdf:Description></rdf:li></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions></rdf:Description></rdf:RDF></x:xmpmeta>"""
MICROSOFT = """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:MP="http://ns.microsoft.com/photo/1.2/"
 xmlns:MPRI="http://ns.microsoft.com/photo/1.2/t/RegionInfo#" xmlns:MPReg="http://ns.microsoft.com/photo/1.2/t/Region#">
<MP:RegionInfo rdf:parseType="Resource"><MPRI:Regions><rdf:Bag>
<rdf:li MPReg:Rectangle="0.4, 0.25, 0.2, 0.3" MPReg:PersonDisplayName="Ada"/>
</rdf:Bag></MPRI:Regions></MP:RegionInfo></rdf:Description></rdf:RDF></x:xmpmeta>"""


def named(tmp_path, sidecar, name="a.jpg.xmp"):
    picture = write_jpeg(tmp_path / "a.jpg", flat(60, 40))
    if sidecar is not None:
        (tmp_path / name).write_text(sidecar)
    return named_faces(picture, picture.read_bytes())


@pytest.mark.parametrize("sidecar", [MWG.format(kind="Face"), MICROSOFT], ids=["MWG", "Microsoft"])
@pytest.mark.parametrize("name", ["a.jpg.xmp", "a.xmp"])
def test_a_region_is_read_as_shares_of_the_picture(tmp_path, sidecar, name):
    (region,) = named(tmp_path, sidecar, name)
    assert region.name == "Ada"
    assert region.box == pytest.approx((0.4, 0.25, 0.2, 0.3))


def test_a_region_in_the_picture_itself_is_read(tmp_path):
    picture = write_jpeg(tmp_path / "a.jpg", flat(60, 40))
    packet = b"http://ns.adobe.com/xap/1.0/\x00" + MWG.format(kind="Face").encode()
    data = picture.read_bytes()
    data = data[:2] + b"\xff\xe1" + (len(packet) + 2).to_bytes(2, "big") + packet + data[2:]
    assert [region.name for region in named_faces(picture, data)] == ["Ada"]


@pytest.mark.parametrize(
    "sidecar",
    [
        None,
        "no XML with a Region",
        MWG.format(kind="Pet"),
        MWG.format(kind="Face").replace('w="0.2"', 'w="0"'),
        MWG.format(kind="Face").replace('unit="normalized"', 'unit="pixel"'),
        MICROSOFT.replace("0.4, 0.25", "a, b"),
        MICROSOFT.replace('PersonDisplayName="Ada"', 'PersonDisplayName=""'),
    ],
    ids=["none", "no XML", "a pet", "no width", "in pixels", "no numbers", "no name"],
)
def test_what_is_no_named_face_is_none(tmp_path, sidecar):
    assert named(tmp_path, sidecar) == ()


ADA = NamedRegion(name="Ada", box=(0.4, 0.25, 0.2, 0.3))
BEN = NamedRegion(name="Ben & <co>", box=(0.05, 0.1, 0.1, 0.2))


def written(tmp_path, before, *faces):
    picture = write_jpeg(tmp_path / "a.jpg", flat(60, 40))
    content = picture.read_bytes()
    if before is not None:
        (tmp_path / "a.jpg.xmp").write_text(before)
    sidecar = write_sidecar(picture, {}, shared=False, faces=NamedFaces(regions=faces, size=(60, 40)))
    assert picture.read_bytes() == content, "an original is never written"
    regions = {region.name: region.box for region in named_faces(picture, content)}
    return regions, sidecar.read_text()


PET = (
    '<rdf:li rdf:parseType="Resource"><mwg-rs:Name>Rex</mwg-rs:Name><mwg-rs:Type>Pet</mwg-rs:Type><mwg-rs:Area '
    'stArea:x="0.5" stArea:y="0.4" stArea:w="0.2" stArea:h="0.3" stArea:unit="normalized"/></rdf:li>'
)
NESTED = MWG.format(kind="Face").replace("<rdf:li>", f"{PET}<rdf:li>")
ELEMENTS = MWG.format(kind="Face").replace(
    '<rdf:li><rdf:Description mwg-rs:Name="Ada" mwg-rs:Type="Face">',
    "<rdf:li><rdf:Description><mwg-rs:Name>Ada</mwg-rs:Name><mwg-rs:Type>Face</mwg-rs:Type>",
)
EMPTY_LIST = MWG.format(kind="Face")
EMPTY_LIST = (
    EMPTY_LIST[: EMPTY_LIST.index("<rdf:Bag>")]
    + "<rdf:Bag/>"
    + EMPTY_LIST[EMPTY_LIST.index("</rdf:Bag>") + 10 :]
)


@pytest.mark.parametrize("before", [None, EMPTY_LIST, MICROSOFT], ids=["new", "empty list", "Microsoft"])
def test_named_faces_are_written_as_regions_and_read_back(tmp_path, before):
    regions, text = written(tmp_path, before, ADA, BEN)
    assert regions == {face.name: pytest.approx(face.box, abs=1e-5) for face in (ADA, BEN)}
    assert written(tmp_path, text, ADA, BEN)[1] == text, "once only"


@pytest.mark.parametrize("before", [NESTED, ELEMENTS], ids=["attributes", "elements"])
def test_regions_of_other_programs_stay_and_a_face_gets_its_new_name(tmp_path, before):
    renamed = NamedRegion(name="Ada Lovelace", box=(0.42, 0.27, 0.16, 0.26))
    regions, text = written(tmp_path, before, renamed, BEN)
    assert regions == {"Ada Lovelace": pytest.approx(ADA.box), BEN.name: pytest.approx(BEN.box, abs=1e-5)}
    assert (PET in text) == (before is NESTED), "a dog in the same place keeps its name"


def test_a_renamed_face_has_its_new_name_in_the_region_of_microsoft_too(tmp_path):
    regions, text = written(tmp_path, MICROSOFT, NamedRegion(name="Ada L.", box=ADA.box))
    assert set(regions) == {"Ada L."} and '"Ada"' not in text


def test_a_sidecar_that_cannot_be_changed_safely_stays(tmp_path):
    with pytest.raises(XmpUnclear):
        written(tmp_path, "no XML with a Region", ADA)
    assert (tmp_path / "a.jpg.xmp").read_text() == "no XML with a Region"


@exiftool.needs_exiftool
def test_exiftool_reads_the_regions_that_are_written_and_writes_those_that_are_read(tmp_path):
    written(tmp_path, None, ADA, BEN)
    (tags,) = json.loads(exiftool.run("-j", "-struct", "-RegionInfo", tmp_path / "a.jpg.xmp"))
    info = tags["RegionInfo"]
    assert info["AppliedToDimensions"] == {"W": 60, "H": 40, "Unit": "pixel"}
    assert [(region["Name"], region["Type"]) for region in info["RegionList"]] == [
        ("Ada", "Face"),
        (BEN.name, "Face"),
    ]
    area = info["RegionList"][0]["Area"]
    assert area == {"X": 0.5, "Y": 0.4, "W": 0.2, "H": 0.3, "Unit": "normalized"}
    (tmp_path / "a.jpg.xmp").unlink()
    exiftool.run(
        "-RegionInfo={AppliedToDimensions={W=60,H=40,Unit=pixel},RegionList=[{Name=Eva,Type=Face,"
        "Area={X=0.25,Y=0.5,W=0.1,H=0.2,Unit=normalized}}]}",
        "-o",
        tmp_path / "a.jpg.xmp",
        tmp_path / "a.jpg",
    )
    regions, _ = written(tmp_path, None, ADA)
    assert regions == {"Eva": pytest.approx((0.2, 0.4, 0.1, 0.2)), "Ada": pytest.approx(ADA.box, abs=1e-5)}
