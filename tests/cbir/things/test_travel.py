"""Values that travel between photos of a thing: offered, accepted, taken back."""

import pytest

from cbir.base.layout import Layout
from cbir.base.types import SearchOptions, Term
from cbir.cli import main
from cbir.things import ThingFinder, ThingOptions, TravelOptions
from tests.cbir.things.test_finder import names_of, of, photos_of, thing_of, write_photos  # noqa: F401

CHELSEA = "<exif:GPSLatitude>47,22.5N</exif:GPSLatitude><exif:GPSLongitude>8,32.5E</exif:GPSLongitude>"
NEAR = "<exif:GPSLatitude>47,22.6N</exif:GPSLatitude><exif:GPSLongitude>8,32.5E</exif:GPSLongitude>"
FAR = "<exif:GPSLatitude>48,22.5N</exif:GPSLatitude><exif:GPSLongitude>8,32.5E</exif:GPSLongitude>"


@pytest.fixture
def things(library):
    library.things.update()
    return library.things


def photo_named(things, name):
    return photos_of(thing_of(things, name.split()[0]), name)[0]


def keyword(library, name, word):
    library.marks.set_keywords([photo_named(library.things, name)], add=[word])


def place(library, pictures, **positions):
    """Write sidecars with positions, and read them."""
    for name, position in positions.items():
        write_sidecar(pictures / f"{name.replace('_', ' ')}.jpg.xmp", position)
    library.index([pictures])


def write_sidecar(path, content):
    path.write_text(
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/">{content}</rdf:Description></rdf:RDF></x:xmpmeta>'
    )


def offered(things, *chosen):
    return [(offer.path.stem, offer.kind, offer.text) for offer in things.offers(chosen or None)]


def found(library, text):
    hits = library.search([Term(text=text)], SearchOptions(engine="metadata")).hits
    return sorted(hit.path.stem for hit in hits)


def test_a_keyword_is_offered_to_the_other_photos_of_the_thing_alone(library, things):
    keyword(library, "coffee 1", "keepsake")
    assert sorted(offered(things)) == [
        ("coffee 0", "keyword", "keepsake"),
        ("coffee 2", "keyword", "keepsake"),
    ]
    assert not offered(things, thing_of(things, "chelsea").id)
    assert found(library, "keepsake") == ["coffee 1"], "nothing is written unasked"


def test_an_offer_names_its_source_and_evidence(library, things):
    keyword(library, "coffee 1", "keepsake")
    for offer in things.offers():
        assert offer.source_path.stem == "coffee 1"
        assert offer.points >= 12


def test_accepted_keywords_are_found_and_taken_back_as_one(library, things):
    keyword(library, "coffee 1", "keepsake")
    accepted = things.accept(things.offers())
    assert (accepted.offers, accepted.photos) == (2, 2)
    assert found(library, "keepsake") == of("coffee")
    assert not things.offers()
    assert things.take_back(accepted.step) == 2
    assert found(library, "keepsake") == ["coffee 1"]
    assert things.take_back(accepted.step) == 0


def test_steps_are_taken_back_one_by_one(library, things):
    keyword(library, "coffee 1", "keepsake")
    first = things.accept(things.offers())
    keyword(library, "coffee 1", "crema")
    second = things.accept(things.offers())
    things.take_back(first.step)
    assert found(library, "keepsake") == ["coffee 1"]
    assert found(library, "crema") == of("coffee")
    things.take_back(second.step)
    assert found(library, "crema") == ["coffee 1"]


def test_an_index_run_keeps_what_was_accepted(library, things, pictures):
    keyword(library, "coffee 1", "keepsake")
    step = things.accept(things.offers()).step
    write_sidecar(pictures / "coffee 0.jpg.xmp", "<dc:subject>table</dc:subject>")
    library.index([pictures])
    assert found(library, "keepsake") == of("coffee")
    things.take_back(step)
    assert found(library, "keepsake") == ["coffee 1"]


def test_what_a_photo_received_does_not_travel_on(library, things):
    keyword(library, "coffee 1", "keepsake")
    things.accept([offer for offer in things.offers() if offer.path.stem == "coffee 0"])
    (offer,) = things.offers()
    assert offer.source_path.stem == "coffee 1"


def test_a_keyword_that_a_person_removed_is_not_offered_again(library, things):
    keyword(library, "coffee 1", "keepsake")
    things.accept(things.offers())
    library.marks.set_keywords([photo_named(things, "coffee 0")], remove=["keepsake"])
    assert not things.offers()


def test_another_spelling_is_the_same_keyword(library, things):
    keyword(library, "coffee 1", "Café")
    keyword(library, "coffee 2", "cafe\u0301")
    (offer,) = things.offers()
    assert offer.path.stem == "coffee 0"


def test_a_title_and_a_caption_are_offered_to_photos_without_one(library, things, pictures):
    title = '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">My cup</rdf:li></rdf:Alt></dc:title>'
    caption = (
        '<dc:description><rdf:Alt><rdf:li xml:lang="x-default">Early</rdf:li></rdf:Alt></dc:description>'
    )
    write_sidecar(pictures / "coffee 0.jpg.xmp", title + caption)
    write_sidecar(pictures / "coffee 1.jpg.xmp", title.replace("My cup", "Yours"))
    library.index([pictures])
    kinds = [(name, kind) for name, kind, _ in offered(things)]
    assert sorted(kinds) == [("coffee 1", "caption"), ("coffee 2", "caption"), ("coffee 2", "title")]
    things.accept(things.offers())
    (metadata,) = library.metadata([photo_named(things, "coffee 2")])
    assert metadata.caption == "Early"
    assert {gift.by_thing for gift in metadata.received} == {True}


def test_a_position_is_offered_with_the_distance_as_doubt(library, things, pictures):
    place(library, pictures, coffee_0=CHELSEA)
    assert {offer.doubt_m for offer in things.offers()} == {None}
    place(library, pictures, coffee_1=NEAR)
    (offer,) = things.offers()
    assert offer.path.stem == "coffee 2"
    assert offer.doubt_m == pytest.approx(185, abs=2)
    things.accept([offer])
    (metadata,) = library.metadata([offer.photo])
    assert metadata.latitude == pytest.approx(offer.latitude)
    assert metadata.town


def test_positions_far_apart_are_not_offered(library, things, pictures):
    place(library, pictures, coffee_0=CHELSEA, coffee_1=FAR)
    assert not things.offers()


def test_an_offer_that_is_no_longer_valid_is_not_written(library, things):
    keyword(library, "coffee 1", "keepsake")
    offers = things.offers()
    library.marks.set_keywords([photo_named(things, "coffee 1")], remove=["keepsake"])
    assert things.accept(offers).offers == 0
    assert found(library, "keepsake") == []


def test_weak_pairs_carry_nothing(library, things):
    keyword(library, "coffee 1", "keepsake")
    strict = ThingOptions(travel=TravelOptions(least_strength=1e9))
    assert not ThingFinder(Layout(library.folder), library.reader, None, strict).offers()


def test_a_dismissed_offer_is_not_made_again_until_it_is_asked_for(library, things):
    keyword(library, "coffee 1", "Café")
    dismissed = [offer for offer in things.offers() if offer.path.stem == "coffee 0"]
    assert things.dismiss(dismissed) == 1
    assert things.dismiss(dismissed) == 0
    assert offered(things) == [("coffee 2", "keyword", "Café")]
    assert things.offers(dismissed=True) == dismissed
    assert things.dismiss(dismissed, dismissed=False) == 1
    assert sorted(offered(things)) == [("coffee 0", "keyword", "Café"), ("coffee 2", "keyword", "Café")]


def test_a_dismissed_keyword_stays_so_in_another_spelling_and_for_a_moved_photo(library, things, pictures):
    keyword(library, "coffee 1", "Café")
    things.dismiss([offer for offer in things.offers() if offer.path.stem == "coffee 0"])
    library.marks.set_keywords([photo_named(things, "coffee 1")], add=["cafe\u0301"], remove=["Café"])
    (pictures / "coffee 0.jpg").rename(pictures / "coffee 9.jpg")
    library.index([pictures])
    assert {name for name, _, _ in offered(things)} == {"coffee 2"}


def test_another_value_is_still_offered(library, things):
    keyword(library, "coffee 1", "keepsake")
    things.dismiss(things.offers())
    keyword(library, "coffee 1", "crema")
    assert {text for _, _, text in offered(things)} == {"crema"}


def test_the_command_dismisses_and_offers_again(library, things, capsys):
    keyword(library, "coffee 1", "keepsake")
    arguments = ["things", "dismiss", f"#{thing_of(things, 'coffee').id}", "--library", str(library.folder)]
    assert main([*arguments, "--value", "crema"]) == 0
    assert len(things.offers()) == 2
    assert main(arguments) == 0
    assert not things.offers()
    assert main([*arguments, "--again"]) == 0
    assert len(things.offers()) == 2
    assert "2 values offered again." in capsys.readouterr().err
