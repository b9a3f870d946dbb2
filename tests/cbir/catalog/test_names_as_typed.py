"""Names, folders, keywords and captions in many scripts, and how people type them."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from cbir.base.folding import indexed, spellings
from cbir.base.types import Filters, Metadata
from cbir.catalog import parse_query
from tests.cbir.catalog.test_full_text import Photo, add
from tests.new_catalog import new_catalog

TYPED = {
    # Latin
    "Łódź Gdańsk": ["lodz", "LODZ", "łódź", "gdansk", "Gdańsk", "GDAN", '"lodz gdansk"'],
    "Ærø Øresund": ["aero", "oresund", "ÆRØ", "øresund", "oeresund", "ore"],
    "Þingvellir Seyðisfjörður": ["thingvellir", "þingvellir", "seydisfjordur", "seydisfjoerdur"],
    "Đà Nẵng Huế phở": ["da nang", "Đà Nẵng", "hue", "pho", "đà", "DA NANG"],
    "İstanbul Iğdır ışık": ["istanbul", "ISTANBUL", "İSTANBUL", "igdir", "ığdır", "isik"],
    "Straße Größe Müller": [
        "strasse",
        "STRASSE",
        "straße",
        "grosse",
        "groesse",
        "muller",
        "mueller",
        "MÜLLER",
    ],
    "Muenchen Koeln": ["münchen", "köln", "koeln"],
    "cœur naïve ﬁnale oﬀen": ["coeur", "cœur", "naive", "finale", "offen"],
    "Ｆｕｌｌ１２３ ½": ["full", "full123", "123", "ｆｕｌｌ"],
    "O'Brien wi-fi iPhone": ["obrien", "o'brien", "O’Brien", "wifi", "wi-fi", "iphone", "iPhone", "IPHONE"],
    # parts of words
    "DSC00123": ["00123", "dsc", "dsc00123", "Dsc00123", "DSC001", "001"],
    "HolidayBeachParty": [
        "beach",
        "party",
        "holidaybeachparty",
        "HolidayBeach",
        "beachparty",
        "holiday party",
    ],
    "EF70-200mm_f2.8L": ["70-200", "70-200mm", "ef70", "200mm", "f2.8", "2.8"],
    "summer_in_rome2019": ["rome", "2019", "rome2019", "summer", '"in rome"'],
    "HTMLPage X-T3 GX85": ["html", "page", "htmlpage", "x-t3", "xt3", "gx85", "85"],
    # Greek, Cyrillic
    "Ελλάδα Αθήνα": ["ελλαδα", "ΕΛΛΑΔΑ", "ελλάδα", "αθηνα", "ΑΘΉΝΑ"],
    "Οδυσσεύς προϊόν": ["οδυσσευς", "ΟΔΥΣΣΕΥΣ", "οδυσσεύσ", "προιον"],
    "Ёлка Чайковский": ["елка", "ёлка", "ЕЛКА", "чаиковскии", "чайковский", "ЧАЙКОВСКИЙ"],
    "Ґанок їжак Ѓорѓи": ["ганок", "ґанок", "іжак", "їжак", "горги"],
    "приветMoscow2018": ["привет", "moscow", "2018", "ПРИВЕТ"],
    # Hebrew, Arabic, Persian
    "שָׁלוֹם ירושלים": ["שלום", "שָׁלוֹם", "ירושלים", "שלומ"],
    "אבא בבית־הספר": ["הספר", "אבא", "בביתהספר"],
    "مُحَمَّد أحمد": ["محمد", "احمد", "أحمد", "ﻣﺤﻤﺪ"],
    "مدرسة القاهـــرة": ["مدرسه", "مدرسة", "القاهرة", "القاهره"],
    "کتاب‌ها ۱۲۳": ["كتاب", "کتاب‌ها", "کتابها", "123", "۱۲۳"],
    # Devanagari, Bengali, Tamil
    "हिन्दी चाँद क़लम १२": ["हिन्दी", "चांद", "चाँद", "कलम", "क़लम", "12", "हिन"],
    "কলকাতা ১২": ["কলকাতা", "কলক", "12"],
    "தமிழ் நாடு": ["தமிழ்", "நாடு", "தமிழ் நாடு"],
    # Thai, Lao, Khmer
    "ไปทะเลหัวหิน2562": ["ทะเล", "หัวหิน", "2562", "ไปทะเล", "หิน"],
    "หมาน้อยน่ารัก": ["หมา", "น้อย", "นอย", "น่ารัก"],
    "ນະຄອນຫຼວງ": ["ນະຄອນ", "ຫຼວງ"],
    "ភ្នំពេញ": ["ភ្នំ", "ពេញ"],
    # Chinese, Japanese, Korean
    "猫cat写真": ["cat", "猫", "写真", "CAT", "猫cat"],
    "旅行2019年": ["2019年", "2019", "旅行", "年"],
    "ｶﾞﾗｽとさくら": ["ガラス", "がらす", "サクラ", "さくら"],
    "서울타워야경": ["서울", "타워", "야경"],
    "東京タワーTokyo塔": ["東京", "tokyo", "タワー", "塔", "たわー"],
    # Georgian, Armenian, symbols
    "თბილისი ᲗᲑᲘ": ["თბილისი", "ᲗᲑᲘᲚᲘᲡᲘ"],
    "Երևան և": ["երևան", "ԵՐԵՎԱՆ", "երեւան"],
    "birthday 🎂🎈 👨‍👩‍👧 ❤️": ["🎂", "🎈", "❤", "❤️", "👩", "👨‍👩‍👧", "birthday🎂"],
    "👍🏽 ok 🇮🇹": ["👍", "👍🏿", "🇮🇹"],
}
QUERIES = [(name, typed) for name, queries in TYPED.items() for typed in queries]


@pytest.fixture(scope="module")
def catalog(tmp_path_factory):
    """Each name as a file's name, as a folder's, as a keyword and in a caption, composed or not."""
    with new_catalog(tmp_path_factory.mktemp("names") / "catalog.sqlite") as opened:
        with opened.transaction():
            root = opened.roots.add(Path("/home/me/Fotos"))
        photos = []
        for at, name in enumerate(TYPED):
            composed, decomposed = (unicodedata.normalize(form, name) for form in ("NFC", "NFD"))
            photos += [
                Photo(path=f"{at}/{composed}.jpg"),
                Photo(path=f"{at}/name/{decomposed}.jpg"),
                Photo(path=f"{at}/{composed}/a.jpg"),
                Photo(path=f"{at}/keyword.jpg", metadata=Metadata(keywords=("nothing", composed))),
                Photo(path=f"{at}/caption.jpg", metadata=Metadata(caption=f"(nothing) {decomposed}")),
            ]
        add(opened, root, photos)
        yield opened


def hits(catalog, typed):
    matches = catalog.full_text.search([parse_query(typed)], Filters(), top=1000)
    photos = catalog.photos.find_all([match.photo for match in matches])
    return [photos[match.photo].path.as_posix().removeprefix("/home/me/Fotos/") for match in matches]


@pytest.mark.parametrize(("name", "typed"), QUERIES)
def test_a_name_is_found_as_people_type_it(catalog, name, typed):
    folder = f"{list(TYPED).index(name)}/"
    assert len([path for path in hits(catalog, typed) if path.startswith(folder)]) == 5


def test_the_table_has_150_queries_in_14_scripts():
    scripts = {unicodedata.name(char).split()[0] for _, typed in QUERIES for char in typed if char.isalpha()}
    assert len(QUERIES) >= 150 and len(scripts) >= 14


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("カラス", "ガラス"),  # voicing is no accent
        ("海辺の犬 猫写真", "犬猫"),  # no word across a gap
        ("दिन", "दीन"),  # vowel signs are letters
        ("มี", "มือ"),
        ("DSC00123", "0123"),  # a number is found from its beginning
        ("party", "art"),
        ("サ", "ササ"),
    ],
)
def test_other_words_are_not_taken_for_a_name(tmp_path, name, typed):
    with new_catalog(tmp_path / "catalog.sqlite") as opened:
        with opened.transaction():
            root = opened.roots.add(Path("/home/me/Fotos"))
        add(opened, root, [Photo(path=f"{name}.jpg")])
        assert hits(opened, name) == [f"{name}.jpg"] and hits(opened, typed) == []


@pytest.mark.parametrize("field", ["name", "keyword", "title"])
def test_fields_are_searched_by_parts_of_words_too(catalog, field):
    for typed in ("beach", "70-200", "写真", "ελλαδα", "🎂"):
        assert hits(catalog, f"{field}:{typed}"), typed


def test_a_photo_says_which_part_of_its_name_was_typed(catalog):
    (match, *_) = catalog.full_text.search([parse_query("name:beach")], Filters(), top=1)
    (field,) = catalog.full_text.fields_with(["beach"], match.photo)
    assert (field.field, field.words, field.text) == ("name", ("beach",), "HolidayBeachParty.jpg")


def test_folding_is_the_same_for_what_is_indexed_and_what_is_typed():
    for name, _ in QUERIES:
        assert spellings(name)[0] in indexed(name)
        for form in ("NFC", "NFD", "NFKC", "NFKD"):
            other = unicodedata.normalize(form, name)
            assert indexed(other) == indexed(name), (form, name)


def test_a_text_is_indexed_as_written_joined_and_without_umlauts():
    assert spellings("Müller") == ("muller", "mueller")
    for spelling in ("muller", "mullerbild", "muellerbild"):
        assert spelling in indexed("Müller-Bild").split()
    assert "mueller" in indexed("Müller").split()
