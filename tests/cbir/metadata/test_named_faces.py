"""Faces that were named in another program: regions of MWG and Microsoft, in a sidecar or the picture itself."""

import pytest

from cbir.metadata import named_faces
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
