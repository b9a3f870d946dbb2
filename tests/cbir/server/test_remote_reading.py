"""Recognised text of a service's photos, for a window elsewhere."""

from cbir.base.layout import Layout
from cbir.base.types import PhotoId, TextLine
from cbir.service import (
    Failure,
    ReadTextRequest,
    WordPlacesAnswer,
    WordPlacesRequest,
    WrittenAnswer,
    WrittenRequest,
    service_folder,
)
from cbir.state import exclusive_write

_BELOW = TextLine(
    text="Second street", quad=((20.0, 80.0), (220.0, 80.0), (220.0, 110.0), (20.0, 110.0)), confidence=0.8
)
_ABOVE = TextLine(
    text="Platform", quad=((20.0, 20.0), (180.0, 20.0), (180.0, 60.0), (20.0, 60.0)), confidence=0.9
)


def test_words_and_their_places_are_told_of_a_service(serve, engine):
    served = serve()
    with exclusive_write(Layout(served.library.folder)) as catalog, catalog.transaction():
        waiting = catalog.written.to_read("test", limit=10)
        signs = {wanted.path.stem: wanted for wanted in waiting if wanted.path.stem in ("coffee", "rocket")}
        assert catalog.written.set(signs["coffee"], [_ABOVE, _BELOW], reader="test")
        assert catalog.written.set(signs["rocket"], [_BELOW], reader="test")
    coffee, rocket, china = (PhotoId(served.photo(name)) for name in ("coffee", "rocket", "china"))
    far = engine(service_folder(f"http://{served.address}", served.token or ""))

    places = far.ask(WordPlacesRequest(photos=(coffee, rocket, china), texts=("platform street",)))
    assert isinstance(places, WordPlacesAnswer)
    assert {photo: [word.text for word in words] for photo, words in places.places.items()} == {
        coffee: ["Platform", "street"],
        rocket: ["street"],
    }
    assert places.places[coffee][0].quad == _ABOVE.quad

    written = far.ask(WrittenRequest(photo=coffee, texts=("platform",)))
    assert isinstance(written, WrittenAnswer)
    assert written.lines == (_ABOVE, _BELOW)
    assert [word.text for word in written.places] == ["Platform"]
    assert far.ask(WrittenRequest(photo=china, texts=())).lines is None

    many = far.ask(WordPlacesRequest(photos=tuple(map(PhotoId, range(1, 3000))), texts=("platform",)))
    assert isinstance(many, Failure) and "at most" in many.message
    assert isinstance(far.ask(ReadTextRequest()), Failure)
