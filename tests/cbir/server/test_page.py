"""The page in a real browser, served by `cbir serve`: what a person does there, and what is seen then."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from cbir.evaluation.altered import resized
from cbir.library import Library
from cbir.server import Tokens, token_file
from tests.cbir.conftest import SharedWorkers
from tests.cbir.server.behind_nginx import behind_nginx
from tests.cbir.server.browser import Browser, browser_program
from tests.cbir.server.conftest import BEHIND_NGINX
from tests.cbir.stage_data import small_options, write_pictures
from tests.pictures import POSTERS, photo, poster, write_jpeg
from tests.told import all_else, next_line

ORCHARD, MARKET, STRANGER = POSTERS[1], POSTERS[5], POSTERS[9]
STREET_SIZE = (640, 427)
CORNERS = ((180, 60), (400, 90), (370, 370), (150, 340))  # of the poster that hangs in the street
START = "Drop a picture here to find every photo of the same thing, or type words."


@dataclass(frozen=True, slots=True)
class Served:
    """address : where the page is. pictures : files that are in no library, by name"""

    address: str
    tokens: Tokens
    pictures: Path


@pytest.fixture(scope="module")
def served(_empty_library, _session_workers, tmp_path_factory):
    """`cbir serve` over five photos, one of them a street in which another one hangs, and the files to search with."""
    pytest.importorskip("fastapi", reason="the service needs the extra `serve`")
    folder = tmp_path_factory.mktemp("page")
    photos = folder / "holidays"
    write_pictures(photos, (ORCHARD, MARKET, "coffee", "rocket"))
    write_jpeg(photos / "street.jpg", _street())
    write_pictures(folder, (ORCHARD, STRANGER))
    (folder / "letter.jpg").write_text("Dear Anna")
    (folder / "huge.jpg").write_bytes(bytes(1_200_000))
    shutil.copytree(_empty_library, folder / "library")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CBIR_BUILT_IN_MODEL", "")  # what each test has of its own comes after this
        for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
            patch.setenv(name, str(folder / "home"))
        patch.setattr("cbir.library.library.WorkerPool", lambda *_, **__: SharedWorkers(_session_workers))
        with Library.open(folder / "library", options=small_options()) as library:
            library.index([photos])
        tokens = Tokens(token_file(folder / "library"))
        tokens.add("somebody", "read", 1)
        command = [sys.executable, "-m", "cbir", "serve", "--port", "0", "--max-upload", "1"]
        command += ["--library", str(folder / "library")]
        command += ["--root-path", "/photos", "--trusted-proxy", "127.0.0.1"] if BEHIND_NGINX else []
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            try:
                assert process.stderr is not None
                said = next_line(process.stderr)
                assert " answers at " in said, said
                if BEHIND_NGINX:
                    with behind_nginx(said.rpartition("/")[2], folder / "nginx") as address:
                        yield Served(f"http://{address}/", tokens, folder)
                else:
                    yield Served(said.split()[-1], tokens, folder)
                process.terminate()
                assert process.wait(30) == 0
                assert all_else(process.stderr) == ""
            finally:
                process.kill()


def _street():
    """A photo of a place, (427, 640, 3), where a poster hangs aslant."""
    place, sheet = resized(photo("china"), STREET_SIZE).pixels.copy(), poster(ORCHARD)
    height, width = sheet.shape[:2]
    flat = np.array(((0, 0), (width - 1, 0), (width - 1, height - 1), (0, height - 1)), np.float32)
    hung = cv2.getPerspectiveTransform(flat, np.array(CORNERS, np.float32))
    sheet = cv2.warpPerspective(sheet, hung, STREET_SIZE, flags=cv2.INTER_AREA).astype(np.uint8)
    cv2.fillConvexPoly(place, np.array(CORNERS, np.int32), (0, 0, 0))
    return np.maximum(place, sheet)


@pytest.fixture(scope="module")
def _browser(tmp_path_factory):
    program = browser_program()
    if program is None:
        pytest.skip("there is no Chromium here (Debian: chromium-headless-shell)")
    with Browser(program, tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture
def browser(_browser):
    """The browser, of the usual size and light, in which nothing may go wrong but what a test takes out."""
    _browser.size(1280, 800)
    _browser.troubles.clear()
    yield _browser
    assert _browser.troubles == []


@pytest.fixture
def page(served, browser):
    """The page, open, with a token that is right."""
    token = served.tokens.add(f"token {len(served.tokens.all())}", "read", 1)
    browser.open(served.address)
    browser.value(f"sessionStorage.setItem('token', '{token}')")
    browser.open(served.address)
    browser.until(f"{STATUS} === '5 photos. {START}'")
    browser.troubles.clear()  # the first time there was no token
    return browser


STATUS = "document.querySelector('#status').innerText"
DIALOG = "document.querySelector('#large').open"
FOCUS = "document.activeElement.innerText || document.activeElement.id"


def status(page, said):
    page.until(f"{STATUS} === {said!r}")


LIKELY = '.kind:not([data-kind="less likely"])'


def names(page, place=LIKELY):
    return page.value(f"[...document.querySelectorAll('{place} .tile .name')].map((one) => one.innerText)")


def drawn(page, place):
    """Wait until all pictures of a place are there."""
    page.until(
        f"[...document.querySelectorAll('{place} img')].every((one) => one.complete && one.naturalWidth > 1)"
    )


def outline(page, place):
    """(4, 2) corners of an outline where they are seen, as shares of the picture's width and height below it."""
    return np.array(
        page.value(
            f"(() => {{ const box = document.querySelector('{place} img').getBoundingClientRect();"
            f"const line = document.querySelector('{place} polygon'), to = line.getScreenCTM();"
            "return [...line.points].map((one) => one.matrixTransform(to))"
            ".map((one) => [(one.x - box.x) / box.width, (one.y - box.y) / box.height]); })()"
        )
    )


def test_it_asks_for_a_token_until_one_is_right(served, browser):
    browser.open(served.address)
    browser.value("sessionStorage.clear()")
    browser.open(served.address)
    browser.until("document.querySelector('#ask').open")
    assert "The service's administrator gives you one" in browser.text("#ask")
    browser.press("Escape", "Escape")
    browser.until("document.querySelector('#ask').open")
    browser.type("cbir_guessed")
    browser.press("Enter")
    browser.until(
        "document.querySelector('#askWhy').innerText === 'This token is not valid, or was withdrawn.'"
    )
    # Asked again while nothing has the focus, as on a page that has not drawn itself yet.
    browser.value("document.querySelector('#ask').close(); document.activeElement.blur()")
    browser.until("document.querySelector('#ask').open")
    browser.type(f"  {served.tokens.add('Anna', 'read', 1)} ")
    browser.press("Enter")
    status(browser, f"5 photos. {START}")
    assert browser.value(FOCUS) == "words"
    browser.type("coffee")
    browser.press("Enter")
    status(browser, "1 photo")
    served.tokens.remove("Anna")
    browser.click("#go")
    browser.until("document.querySelector('#ask').open")
    browser.type(served.tokens.add("Anna", "read", 1))
    browser.click("#tokenForm button")
    status(browser, "1 photo")  # what was asked before is answered
    assert browser.troubles and all("401" in trouble for trouble in browser.troubles)
    browser.troubles.clear()


def test_a_dropped_picture_is_found_and_outlined_where_it_is(served, page):
    page.drag("main", [served.pictures / f"{ORCHARD}.jpg"], "dragEnter", "dragOver")
    assert page.value("getComputedStyle(document.body, '::after').borderTopWidth") == "4px"
    page.drag("main", [served.pictures / f"{ORCHARD}.jpg"], "drop")
    status(page, "2 matches")
    assert page.value("getComputedStyle(document.body, '::after').content") == "none"
    assert names(page) == [f"{ORCHARD}.jpg", "street.jpg"]
    assert "points agree" in page.text("#sections")
    assert page.text("#queryName") == f"{ORCHARD}.jpg"
    drawn(page, "#sections")
    truth, thing = np.array(CORNERS) / STREET_SIZE, '[data-kind="same thing"]'
    assert page.text(f"{thing} h2") == "Same thing (1)" and "●" in page.text(f"{thing} .strength")
    assert page.text('[data-kind="same picture"] h2') == "Same picture (1)"
    assert np.abs(outline(page, thing) - truth).max() < 0.02
    page.click(f"{thing} .tile")
    page.until(DIALOG)
    drawn(page, ".stage")
    assert page.text("#largeName") == "street.jpg"
    assert "holidays/street.jpg · 640 × 427" in page.text("#largeFacts")
    assert np.abs(outline(page, ".stage") - truth).max() < 0.02


@pytest.mark.long
def test_a_chosen_picture_can_be_taken_out_again(served, page):
    page.choose("#choose", served.pictures / f"{ORCHARD}.jpg")
    status(page, "2 matches")
    page.click("#clear")
    status(page, f"5 photos. {START}")
    assert names(page, "#sections") == []
    assert not page.text("#chip") and page.value(FOCUS) == "words"


def test_words_find_names_and_nobody_is_told_of_commands(page):
    page.type("poster")
    page.click("#go")
    status(page, "2 photos")
    assert sorted(names(page)) == sorted((f"{ORCHARD}.jpg", f"{MARKET}.jpg"))
    assert page.text("#notes") == "Searched names and metadata."
    page.value("document.querySelector('#words').select()")
    page.type("zebra")
    page.press("Enter")
    status(page, "No photos found")
    assert names(page, "#sections") == []


@pytest.mark.long
def test_a_photo_that_was_found_finds_others(page):
    page.type("street")
    page.press("Enter")
    status(page, "1 photo")
    page.click(".tile")
    page.until(DIALOG)
    page.value("document.querySelector('#words').value = ''")
    page.click("#like")
    status(page, "1 match")
    assert names(page) == [f"{ORCHARD}.jpg"] and not page.value(DIALOG), "no photo is its own match"
    assert page.text("#queryName") == "street.jpg"


@pytest.mark.long
def test_what_is_nowhere_is_said_to_be_nowhere(served, page):
    page.drag("main", [served.pictures / f"{STRANGER}.jpg"])
    status(page, "No match found")
    assert names(page) == [] and page.text("#sections h2").startswith("Less likely (")
    assert not page.value("document.querySelector('polygon')")


@pytest.mark.long
def test_what_cannot_be_searched_for_is_told_in_a_sentence(served, page):
    page.drag("main", [served.pictures / "letter.jpg"])
    status(page, "The picture cannot be searched for: The file's content is not a picture of a known format.")
    page.drag("main", [served.pictures / "huge.jpg"])
    status(page, "huge.jpg has 1.1 MB. Choose a picture of up to 1 MB.")
    assert not page.text("#chip")
    (trouble,) = page.troubles
    assert "422" in trouble
    page.troubles.clear()
    page.type("/a/b:c in:/etc")
    page.press("Enter")
    page.until(f"{STATUS}.startsWith('Name a folder by words')")
    page.troubles.clear()
    page.call(
        "Network.emulateNetworkConditions",
        offline=True,
        latency=0,
        downloadThroughput=-1,
        uploadThroughput=-1,
    )
    page.click("#go")
    status(page, "The service cannot be reached. Try again in a moment.")
    page.call(
        "Network.emulateNetworkConditions",
        offline=False,
        latency=0,
        downloadThroughput=-1,
        uploadThroughput=-1,
    )
    page.troubles.clear()


@pytest.mark.long
def test_all_of_it_can_be_done_by_keyboard(page):
    page.press("Tab", "/")  # anywhere, the slash leads to the words
    assert page.value(FOCUS) == "words"
    page.type("poster")
    page.press("Enter")
    status(page, "2 photos")
    first, second = names(page)
    page.press("ArrowDown")
    assert page.value(FOCUS).startswith(first)
    page.press("ArrowRight", "Enter")
    page.until(DIALOG)
    assert page.text("#largeName") == second
    page.press("ArrowLeft")
    assert page.text("#largeName") == first
    page.press("Escape")
    page.until(f"({FOCUS}).startsWith('{first}')")  # the photo that was last seen
    assert not page.value(DIALOG)
    page.press("/")
    assert page.value(FOCUS) == "words"
    assert page.value("document.querySelector('#words').value") == "poster"


_CONTRAST = """(() => {
  const light = (colour) => {
    const [red, green, blue] = colour.match(/[0-9.]+/g).map((one) => one / 255)
      .map((one) => one <= .03928 ? one / 12.92 : ((one + .055) / 1.055) ** 2.4);
    return .2126 * red + .7152 * green + .0722 * blue;
  };
  const below = (one) => {
    const colour = getComputedStyle(one).backgroundColor;
    return colour === 'rgba(0, 0, 0, 0)' ? below(one.parentElement) : colour;
  };
  return [...document.querySelectorAll('body *')].filter((one) => one.checkVisibility() && one.innerText?.trim())
    .map((one) => [light(getComputedStyle(one).color), light(below(one))])
    .map(([one, other]) => (Math.max(one, other) + .05) / (Math.min(one, other) + .05));
})()"""


@pytest.mark.long
@pytest.mark.parametrize("dark", [False, True])
def test_texts_can_be_read_in_light_and_dark_and_nothing_is_cut(page, *, dark):
    page.size(1280, 800, dark=dark)
    page.type("street")
    page.press("Enter")
    status(page, "1 photo")
    ratios = page.value(_CONTRAST)
    assert len(ratios) > 5 and min(ratios) >= 4.5  # WCAG 2.2, 1.4.3
    base = page.value("getComputedStyle(document.documentElement).backgroundColor")
    assert base == ("rgb(25, 25, 25)" if dark else "rgb(255, 255, 255)")
    page.size(360, 640, dark=dark)
    assert page.value("document.documentElement.scrollWidth") == 360
    page.click(".tile")
    page.until(DIALOG)
    drawn(page, ".stage")
    box = page.value(
        "(() => { const box = document.querySelector('#large').getBoundingClientRect();"
        "return [box.left, box.top, box.right, box.bottom]; })()"
    )
    assert box[0] >= 0 and box[1] >= 0 and box[2] <= 360 and box[3] <= 640
