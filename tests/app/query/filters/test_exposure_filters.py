"""Filters by lens and exposure: their words, their choices with counts, and what a person types."""

import pytest
from PySide6.QtTest import QTest

from cbir.base.types import FacetCount, Facets, Filters, Metadata
from cbir.catalog.schema import BANDS
from cbir_app.query.filters.pages import FilterPages
from cbir_app.results import facts
from cbir_app.results.wording import tooltip
from cbir_app.sessions import exposure_words, filter_chips
from tests.app.by_hand import hits

FACETS = Facets(
    lenses=(FacetCount(value="EF50mm f/1.8", photos=7),),
    isos=(FacetCount(value="<=100", photos=5), FacetCount(value="101..200", photos=2)),
    apertures=(FacetCount(value="2.81..4", photos=4),),
    shutters=(FacetCount(value="<1/1000", photos=1), FacetCount(value="1/1000..1/251", photos=3)),
    focals=(FacetCount(value="18..24.99", photos=2), FacetCount(value=">200", photos=1)),
)


@pytest.fixture
def pages(qtbot, under):
    made = FilterPages()
    made.setParent(under)
    made.offer(FACETS, (), None)
    return made


def test_choices_are_worded_as_a_camera_shows_them(pages):
    assert pages.lens.texts == ["Any lens", "EF50mm f/1.8 (7)"]
    assert pages.iso.texts == ["Any ISO", "Up to ISO 100 (5)", "ISO 101 – 200 (2)"]
    assert pages.aperture.texts == ["Any aperture", "f/2.8 – 4 (4)"]
    assert pages.shutter.texts == ["Any exposure time", "Shorter than 1/1000 s (1)", "1/1000 – 1/250 s (3)"]
    assert pages.focal.texts == ["Any focal length", "18 – 25 mm (2)", "Above 200 mm (1)"]


@pytest.mark.parametrize("kind", BANDS)
def test_every_range_that_is_offered_has_words_without_odd_ends(kind):
    for text, _ in BANDS[kind]:
        words = exposure_words(kind, text)
        assert not any(
            odd in words for odd in (".99", ".01", ".61", ".81", "1/251", "1/61", "1/16", "..", "<", ">", "=")
        )


def test_a_choice_becomes_a_filter_and_a_chip(pages):
    pages.show_filters(Filters(iso="<=100"))
    pages.shutter.choose("<1/1000")
    filters = pages.read(Filters(iso="<=100"))
    assert filters == Filters(iso="<=100", shutter="<1/1000")
    pages.show_filters(Filters(lenses=("EF50mm f/1.8",), aperture="<2.8", focal="24..70", **{"iso": "800"}))
    read = pages.read(Filters())
    assert (read.lenses, read.aperture, read.focal, read.iso) == (("EF50mm f/1.8",), "<2.8", "24..70", "800")
    chips = filter_chips(read)
    assert [chip.words for chip in chips] == ["EF50mm f/1.8", "ISO 800", "Below f/2.8", "24 – 70 mm"]
    assert [chip.rest == read for chip in chips] == [False] * 4
    assert filter_chips(chips[1].rest) == [chip for chip in filter_chips(chips[1].rest) if chip.kind != "iso"]


def test_a_range_that_is_typed_counts_as_it_is(pages):
    pages.iso.finder.setText("250..640")
    QTest.keyClicks(pages.iso.finder, " ")
    assert pages.iso.texts == ["Any ISO", "ISO 250 – 640"]
    pages.iso.finder.returnPressed.emit()
    assert pages.read(Filters()).iso == "250..640"


def test_a_tooltip_has_people_and_exposure_once_they_are_known():
    (hit,) = hits(1)
    metadata = Metadata(
        people=("Anna",), iso=800, exposure_s=1 / 250, aperture=2.8, focal_mm=50.0, lens="EF50mm"
    )
    assert "1/250 s · f/2.8 · ISO 800 · 50 mm · EF50mm" in tooltip(hit, metadata)
    assert "Anna" in tooltip(hit, metadata)
    assert "ISO" not in tooltip(hit)


def test_facts_name_the_exposure_people_and_rights():
    shown = dict(
        facts(
            Metadata(
                iso=800, aperture=2.8, exposure_s=1 / 250, focal_mm=50.0, focal_35mm=75, flash=False,
                people=("Anna", "Bob"), headline="Regatta", creator="Lee", copyright="© Lee", label="Red",
                places_shown=("Bergen", "Norway"), comment="a buoy",
            )
        )
    )  # fmt: skip
    assert shown == {
        "Headline": "Regatta",
        "Comment": "a buoy",
        "People": "Anna, Bob",
        "Exposure": "1/250 s · f/2.8 · ISO 800",
        "Focal length": "50 mm (75 mm on 35 mm film)",
        "Flash": "Off",
        "Shows": "Bergen, Norway",
        "Label": "Red",
        "Creator": "Lee",
        "Copyright": "© Lee",
    }
    assert dict(facts(Metadata(exposure_s=0.5, focal_mm=35.0, focal_35mm=35))) == {
        "Exposure": "0.5 s",
        "Focal length": "35 mm",
    }
