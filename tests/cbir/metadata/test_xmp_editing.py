"""Changing an XMP sidecar: the new values are in it, all else is as it was."""

import os
import re
import stat
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cbir.metadata import MAX_SIDECAR_BYTES, XmpUnclear, read_sidecar, write_sidecar
from cbir.metadata.xmp import MAX_XMP_BYTES, read_xmp
from cbir.metadata.xmp_editing import edit_xmp
from tests import exiftool

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
DARKTABLE = f"""<?xml version="1.0" encoding="UTF-8"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
 <rdf:RDF xmlns:rdf="{RDF}">
  <rdf:Description rdf:about=""
    xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:darktable="http://darktable.sf.net/"
    xmlns:dc="http://purl.org/dc/elements/1.1/"
   xmp:Rating="3"
   darktable:note="5 > 3 &amp; 'so'">
   <!-- a hand-made remark -->
   <dc:subject>
    <rdf:Bag><rdf:li>Lisboa</rdf:li><rdf:li>tram</rdf:li></rdf:Bag>
   </dc:subject>
   <darktable:history><rdf:Seq><rdf:li
     darktable:params="c\u00e9"/></rdf:Seq></darktable:history>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>""".encode()
ADOBE = f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><r:RDF xmlns:r="{RDF}">
 <r:Description r:about="uuid:1" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="Faro"/>
 <r:Description r:about="uuid:1" xmlns:xap="http://ns.adobe.com/xap/1.0/"><xap:Rating>1</xap:Rating></r:Description>
</r:RDF></x:xmpmeta>
<?xpacket end="w"?>""".encode()
BARE = f'<rdf:RDF xmlns:rdf="{RDF}"/>'.encode()
PACKETS = {"darktable": DARKTABLE, "adobe": ADOBE, "bare": BARE, "new": None}


@pytest.mark.parametrize("name", PACKETS)
def test_values_are_put_in_changed_and_taken_out(name):
    edited = edit_xmp(PACKETS[name], {"xmp:Rating": ("5",), "dc:subject": ("R&D <1>", "São Tomé", "鉄道")})
    assert (read_xmp(edited).rating, read_xmp(edited).keywords) == (5, ("R&D <1>", "São Tomé", "鉄道"))
    assert edit_xmp(edited, {"xmp:Rating": ("5",), "dc:subject": ("R&D <1>", "São Tomé", "鉄道")}) == edited
    assert read_xmp(edit_xmp(edited, {"xmp:Rating": ("-1",)})).rating == -1
    without = edit_xmp(edited, {"xmp:Rating": (), "dc:subject": ()})
    assert (read_xmp(without).rating, read_xmp(without).keywords) == (None, ())


@pytest.mark.parametrize("name", PACKETS)
def test_texts_and_names_of_people_are_put_in_as_programs_read_them(name):
    values = {
        "photoshop:Headline": ("R&D <1>",),
        "dc:creator": ("Lee Miller",),
        "dc:rights": ("© Lee",),
        "xmp:Label": ("Red",),
        "Iptc4xmpExt:PersonInImage": ("Anna", "Žofie"),
    }
    read = read_xmp(edit_xmp(PACKETS[name], values))
    assert (read.headline, read.creator, read.copyright, read.label) == (
        "R&D <1>",
        "Lee Miller",
        "© Lee",
        "Red",
    )
    assert read.people == ("Anna", "Žofie")


def test_everything_else_stays_to_the_byte():
    edited = edit_xmp(DARKTABLE, {"xmp:Rating": ("5",)})
    new = b'\n   <xmp:Rating xmlns:xmp="http://ns.adobe.com/xap/1.0/">5</xmp:Rating>'
    assert edited.count(new) == 1
    assert edited.replace(new, b"") == DARKTABLE.replace(b'\n   xmp:Rating="3"', b"")
    edited = edit_xmp(DARKTABLE, {"dc:subject": ("tram",)})
    assert b"<!-- a hand-made remark -->" in edited
    kept = re.sub(rb"\s*<dc:subject.*?</dc:subject>", b"", edited, flags=re.DOTALL)
    assert kept == re.sub(rb"\s*<dc:subject.*?</dc:subject>", b"", DARKTABLE, flags=re.DOTALL)
    edited = edit_xmp(ADOBE, {"xmp:Rating": ("2",)})
    assert read_xmp(edited).places == ("Faro",)
    assert edited.count(b"Rating") == 2, "the old one, under another prefix, is gone"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_other_encodings_are_understood(encoding):
    edited = edit_xmp(DARKTABLE.decode().encode(encoding), {"xmp:Rating": ("1",)})
    found = read_xmp(edited)
    assert (found.rating, found.keywords) == (1, ("Lisboa", "tram"))
    assert "c\u00e9".encode() in edited


@pytest.mark.parametrize(
    "packet",
    [
        b"",
        b"no XML at all",
        b"<x:xmpmeta xmlns:x='adobe:ns:meta/'></x:xmpmeta>",
        DARKTABLE[:-30],
        b"<!DOCTYPE r [<!ENTITY e 'x'>]>" + BARE,
        b"<!DOCTYPE r>" + BARE,
        BARE + b" " * (3 << 20) + b"<",
    ],
)
def test_what_is_not_understood_is_refused(packet):
    with pytest.raises(XmpUnclear):
        edit_xmp(packet, {"xmp:Rating": ("1",)})


@pytest.mark.parametrize(
    "values",
    [{"xmp:Rating": ("6",)}, {"xmp:Rating": ("five",)}, {"dc:subject": (" blanks around ",)}],
    ids=["no rating", "no number", "no keyword as it is read"],
)
def test_a_value_that_would_not_be_read_as_it_is_written_is_refused(
    values,
):
    with pytest.raises(XmpUnclear, match="could not be put in"):
        edit_xmp(DARKTABLE, values)


def test_a_sidecar_may_be_as_large_as_one_that_is_read():
    packet = BARE.ljust(MAX_XMP_BYTES)
    assert read_xmp(edit_xmp(packet, {"xmp:Rating": ("1",)})).rating == 1
    with pytest.raises(XmpUnclear, match="too large"):
        edit_xmp(packet + b" ", {"xmp:Rating": ("1",)})


def described(inside="", attributes=""):
    """A packet of one description; without anything inside, an empty element."""
    end = f">{inside}</rdf:Description>" if inside else "/>"
    return (
        f'<rdf:RDF xmlns:rdf="{RDF}" xmlns:xmp="http://ns.adobe.com/xap/1.0/" '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:m="http://ns.adobe.com/xap/1.0/mm/">'
        f'<rdf:Description rdf:about=""{attributes}{end}</rdf:RDF>'
    ).encode()


def test_what_is_taken_out_leaves_the_rest_to_the_byte():
    assert edit_xmp(described(attributes=' xmp:Rating="3"'), {"xmp:Rating": ()}) == described()
    element = "<xmp:Rating>3</xmp:Rating>"
    assert edit_xmp(described(f"<!-- a -->\n{element}<!-- b -->"), {"xmp:Rating": ()}) == described(
        "<!-- a --><!-- b -->"
    )


@pytest.mark.parametrize(
    "empty", ["<xmp:Rating/>", '<xmp:Rating xml:lang="a>b"/>', "<xmp:Rating></xmp:Rating>"]
)
@pytest.mark.parametrize("behind", ["<!-- b -->", "", "\n  <m:note/>"])
def test_an_empty_value_is_taken_out_whole_and_nothing_behind_it(empty, behind):
    packet = described(f"<m:note/>{empty}{behind}")
    assert edit_xmp(packet, {"xmp:Rating": ()}) == described(f"<m:note/>{behind}")
    assert read_xmp(edit_xmp(packet, {"xmp:Rating": ("4",)})).rating == 4


@pytest.mark.parametrize(
    "history",
    [
        '<m:DerivedFrom><rdf:Description xmp:Rating="2"/></m:DerivedFrom>',
        "<m:DerivedFrom><rdf:Description><xmp:Rating>2</xmp:Rating></rdf:Description></m:DerivedFrom>",
        '<m:DerivedFrom rdf:parseType="Resource"><xmp:Rating>2</xmp:Rating></m:DerivedFrom>',
    ],
)
def test_what_is_said_of_another_picture_stays(history):
    """Such as the one that this was made from."""
    edited = edit_xmp(described(history), {"xmp:Rating": ("5",)})
    assert history.encode() in edited
    assert read_xmp(edited).rating == 5


def test_a_value_within_a_value_goes_with_it():
    nested = "<dc:subject><xmp:Rating>1</xmp:Rating><rdf:Bag><rdf:li>sea</rdf:li></rdf:Bag></dc:subject>"
    edited = edit_xmp(described(f"{nested}<!-- b -->"), {"dc:subject": ()})
    assert edited == described("<!-- b -->")


@pytest.mark.parametrize("used", ["xmp", "xap"])
@pytest.mark.parametrize("order", [("xmp", "xap"), ("xap", "xmp")])
def test_an_attribute_is_found_under_each_name_of_its_namespace(used, order):
    spaces = "".join(f' xmlns:{prefix}="http://ns.adobe.com/xap/1.0/"' for prefix in order)
    edited = edit_xmp(described(attributes=f'{spaces} {used}:Rating="2"'), {"xmp:Rating": ()})
    assert edited == described(attributes=spaces)


def test_new_values_are_put_into_the_first_description():
    edited = edit_xmp(ADOBE, {"dc:subject": ("sea",)})
    assert edited.index(b"dc:subject") < edited.index(b"xmlns:xap")
    two = b"<x>" + BARE + BARE.replace(b"<rdf:RDF", b'<rdf:RDF id="2"') + b"</x>"
    assert edit_xmp(two, {"xmp:Rating": ("1",)}).index(b"xmp:Rating") < two.index(b'id="2"') + len(_NEW)


_NEW = '<rdf:Description xmlns:rdf="" rdf:about="">' + RDF


def test_a_keyword_fits_every_charset_that_a_sidecar_may_declare():
    packet = DARKTABLE.replace(b"UTF-8", b"ISO-8859-1").decode().encode("latin-1")
    assert read_xmp(edit_xmp(packet, {"dc:subject": ("São Tomé", "鉄道")})).keywords == ("São Tomé", "鉄道")


@pytest.mark.parametrize("packet", [ADOBE, b"\xef\xbb\xbf" + ADOBE + bytes(9)], ids=["plain", "padded"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_packet_that_names_its_charset_is_understood_whatever_its_prefixes(packet, encoding):
    declared = f'<?xml version="1.0" encoding="{encoding}"?>' + packet.decode("utf-8-sig")
    edited = edit_xmp(declared.encode(encoding), {"xmp:Rating": ("2",)})
    assert (read_xmp(declared.encode(encoding)).rating, read_xmp(edited).rating) == (1, 2)


@given(st.binary(max_size=60), st.integers(0, len(DARKTABLE)), st.integers(0, 80))
def test_a_damaged_sidecar_is_refused_or_gets_its_value(noise, at, gone):
    packet = DARKTABLE[:at] + noise + DARKTABLE[at + gone :]
    try:
        edited = edit_xmp(packet, {"xmp:Rating": ("4",)})
    except XmpUnclear:
        return
    assert read_xmp(edited).rating == 4


@pytest.mark.parametrize(
    ("there", "shared", "written"),
    [
        ([], False, "photo.jpg.xmp"),
        (["photo.jpg.xmp", "photo.xmp"], False, "photo.jpg.xmp"),
        (["PHOTO.JPG.XMP"], False, "PHOTO.JPG.XMP"),
        (["photo.xmp"], False, "photo.xmp"),
        (["photo.xmp"], True, "photo.jpg.xmp"),
    ],
)
def test_the_sidecar_in_use_is_changed_and_one_of_two_files_is_not(tmp_path, there, shared, written):
    picture = tmp_path / "photo.jpg"
    picture.write_bytes(b"never read")
    for name in there:
        (tmp_path / name).write_bytes(DARKTABLE)
    assert write_sidecar(picture, {"xmp:Rating": ("5",)}, shared=shared) == tmp_path / written
    assert {path.name for path in tmp_path.iterdir()} == {"photo.jpg", *there, written}
    for path in tmp_path.glob("*.[xX]*"):
        assert read_xmp(path.read_bytes()).rating == (5 if path.name == written else 3)
    if there:
        assert read_xmp((tmp_path / written).read_bytes()).keywords == ("Lisboa", "tram")
    assert picture.read_bytes() == b"never read"


def test_a_sidecar_that_cannot_be_read_is_not_written_over(tmp_path, monkeypatch):
    sidecar = tmp_path / "photo.jpg.xmp"
    sidecar.write_bytes(DARKTABLE.ljust(MAX_SIDECAR_BYTES + 1))
    assert read_sidecar(sidecar) is None
    with pytest.raises(XmpUnclear, match="cannot be read"):
        write_sidecar(tmp_path / "photo.jpg", {"xmp:Rating": ("5",)}, shared=False)
    assert sidecar.stat().st_size == MAX_SIDECAR_BYTES + 1
    sidecar.write_bytes(DARKTABLE.ljust(MAX_SIDECAR_BYTES))
    assert len(read_sidecar(sidecar) or b"") == MAX_SIDECAR_BYTES

    def refuse(_path, _mode):
        raise PermissionError

    monkeypatch.setattr(Path, "open", refuse)
    assert read_sidecar(sidecar) is None


def test_a_sidecar_that_says_it_already_is_not_written(tmp_path, monkeypatch):
    picture = tmp_path / "photo.jpg"
    sidecar = write_sidecar(picture, {"xmp:Rating": ("5",)}, shared=False)
    written = []
    monkeypatch.setattr("cbir.metadata.sidecars.replace_content", lambda path, _data: written.append(path))
    assert write_sidecar(picture, {"xmp:Rating": ("5",)}, shared=False) == sidecar
    assert written == []


def test_a_picture_has_its_own_sidecar_though_the_shared_one_says_it_already(tmp_path):
    """The shared one may be changed for the other picture."""
    (tmp_path / "photo.xmp").write_bytes(edit_xmp(DARKTABLE, {"xmp:Rating": ("5",)}))
    written = write_sidecar(tmp_path / "photo.jpg", {"xmp:Rating": ("5",)}, shared=True)
    assert written == tmp_path / "photo.jpg.xmp"
    assert read_xmp(written.read_bytes()).rating == 5


def test_a_picture_without_a_suffix_shares_its_sidecar_with_nobody(tmp_path):
    (tmp_path / "PHOTO.XMP").write_bytes(DARKTABLE)
    written = write_sidecar(tmp_path / "photo", {"xmp:Rating": ("5",)}, shared=True)
    assert written.name == "PHOTO.XMP" or written.samefile(tmp_path / "PHOTO.XMP")
    assert len(list(tmp_path.iterdir())) == 1


@pytest.fixture(name="usual_umask")
def _usual_umask():
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.skipif(os.name == "nt", reason="a file of Windows has no mode")
@pytest.mark.parametrize("linked", [False, True])
def test_a_sidecar_keeps_its_mode_and_stays_a_link(tmp_path, usual_umask, linked):
    picture, sidecar = tmp_path / "photo.jpg", tmp_path / "photo.jpg.xmp"
    target = tmp_path / "sidecars" / "one.xmp" if linked else sidecar
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(DARKTABLE)
    target.chmod(0o664)
    if linked:
        sidecar.symlink_to(target)
    write_sidecar(picture, {"xmp:Rating": ("5",)}, shared=False)
    assert sidecar.is_symlink() == linked
    assert stat.S_IMODE(target.stat().st_mode) == 0o664
    assert read_xmp(target.read_bytes()).rating == 5
    assert [path.name for path in target.parent.glob(".*")] == []


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file away")
def test_root_leaves_a_sidecar_to_its_owner(tmp_path):
    sidecar = tmp_path / "photo.jpg.xmp"
    sidecar.write_bytes(DARKTABLE)
    os.chown(sidecar, 1234, 4321)
    sidecar.chmod(0o640)
    write_sidecar(tmp_path / "photo.jpg", {"xmp:Rating": ("5",)}, shared=False)
    status = sidecar.stat()
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (1234, 4321, 0o640)


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="Python reads no extended attributes here")
def test_a_sidecar_keeps_its_access_list_and_attributes(tmp_path):
    sidecar = tmp_path / "photo.jpg.xmp"
    sidecar.write_bytes(DARKTABLE)
    # acl(5) as Linux stores it: version 2, then tag, permissions and id of owner, user 1234, group, mask, others
    entries = ((1, 6, -1), (2, 6, 1234), (4, 4, -1), (16, 6, -1), (32, 4, -1))
    attributes = {
        "user.colour": b"green",
        "system.posix_acl_access": struct.pack("<I", 2)
        + b"".join(struct.pack("<HHi", *entry) for entry in entries),
    }
    for name, value in list(attributes.items()):
        try:
            os.setxattr(sidecar, name, value)
        except OSError:
            del attributes[name]  # this file system has none
    if not attributes:
        pytest.skip("the file system of the temporary folder has no extended attributes")
    write_sidecar(tmp_path / "photo.jpg", {"xmp:Rating": ("5",)}, shared=False)
    assert {name: os.getxattr(sidecar, name) for name in attributes} == attributes


def test_a_sidecar_that_cannot_be_given_to_its_owner_is_written_in_place(tmp_path, monkeypatch):
    sidecar, second_name = tmp_path / "photo.jpg.xmp", tmp_path / "the same.xmp"
    sidecar.write_bytes(DARKTABLE + b"\n" * 5000)
    os.link(sidecar, second_name)
    write_sidecar(tmp_path / "photo.jpg", {"xmp:Rating": ("5",)}, shared=False)
    assert sidecar.samefile(second_name)
    second_name.unlink()
    node = sidecar.stat().st_ino

    def refuse(path, status, copy):
        return False

    monkeypatch.setattr("cbir.base.storage.take_on", refuse)
    write_sidecar(tmp_path / "photo.jpg", {"xmp:Rating": ()}, shared=False)
    assert sidecar.stat().st_ino == node
    assert read_xmp(sidecar.read_bytes()).rating is None
    assert [path.name for path in tmp_path.iterdir()] == ["photo.jpg.xmp"]


@pytest.mark.skipif(os.name == "nt", reason="a file of Windows has no mode")
@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o002, 0o664), (0o077, 0o600)])
def test_a_new_sidecar_has_the_mode_that_the_umask_gives(tmp_path, usual_umask, umask, mode):
    picture = tmp_path / "photo.jpg"
    picture.touch(0o600)
    os.umask(umask)
    write_sidecar(picture, {"xmp:Rating": ("5",)}, shared=False)
    assert stat.S_IMODE((tmp_path / "photo.jpg.xmp").stat().st_mode) == mode


@exiftool.needs_exiftool
@pytest.mark.parametrize("name", PACKETS)
def test_exiftool_reads_what_was_put_in_and_finds_nothing_lost(tmp_path, name):
    before, after = tmp_path / "before.xmp", tmp_path / "after.xmp"
    packet = PACKETS[name]
    before.write_bytes(packet if packet is not None else edit_xmp(None, {}))
    after.write_bytes(edit_xmp(packet, {"xmp:Rating": ("5",), "dc:subject": ("R&D <1>", "São Tomé")}))
    tags = {path.name: found for path, found in exiftool.read_tags(before, after).items()}
    assert tags["after.xmp"]["XMP-xmp:Rating"] == 5
    assert tags["after.xmp"]["XMP-dc:Subject"] == ["R&D <1>", "São Tomé"]
    ours = ("XMP-xmp:Rating", "XMP-dc:Subject", "SourceFile", "System:", "File:", "ExifTool:")
    kept = [{tag: value for tag, value in tags[file].items() if not tag.startswith(ours)} for file in tags]
    assert kept[0] == kept[1]
