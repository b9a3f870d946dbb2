"""The page before a service that says what a test wants: many photos, late answers, none for a while."""

import json
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from cbir.base.resources import resource
from tests.cbir.server.browser import Browser, browser_program

PAGE = resource("web")
STATUS = "document.querySelector('#status').innerText"
FETCH = """
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
window.told = {asked: [], bodies: [], loading: 0, most: 0, urls: 0, answers: []};
const made = URL.createObjectURL, gone = URL.revokeObjectURL;
URL.createObjectURL = (blob) => { told.urls += 1; return made(blob); };
URL.revokeObjectURL = (url) => { told.urls -= 1; gone(url); };
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const photo = (kind) => (id) => ({id, name: `${id}.jpg`, path: `x/${id}.jpg`, width: 4, height: 3, score: 1,
  kind, strength: 1, verified: kind === 'same thing', proof: null, strong: true, offline: false, taken_at: null,
  town: null, part: null, evidence: []});
window.fetch = async (path, options = {}) => {
  if (path === 'api/library') return Response.json({photos: 90, max_upload_bytes: 1e6});
  if (path.endsWith('/thumbnail')) {
    told.most = Math.max(told.most, told.loading += 1);
    await pause(1);
    told.loading -= 1;
    const bytes = Uint8Array.from(atob(PIXEL), (one) => one.charCodeAt(0));
    return new Response(bytes, {headers: {'Content-Type': 'image/png'}});
  }
  told.asked.push(path);
  if (options.body) told.bodies.push(options.body.size);
  const {status = 200, ids = [], wait = 0} = told.answers.shift();
  await pause(wait);
  if (status !== 200) {
    const error = {code: 'busy', message: 'The service is busy.'};
    return Response.json({error}, {status, headers: {'Retry-After': '0.02'}});
  }
  const kind = options.body ? 'same thing' : 'looks similar';
  return Response.json({searched: 90, total: 90, verified: 0, took_ms: 1, notes: [], photos: ids.map(photo(kind))});
};
"""


@pytest.fixture(scope="module")
def _opened(tmp_path_factory):
    program = browser_program()
    if program is None:
        pytest.skip("there is no Chromium here (Debian: chromium-headless-shell)")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(PAGE)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with Browser(program, tmp_path_factory.mktemp("profile")) as browser:
        browser.call("Page.addScriptToEvaluateOnNewDocument", source=FETCH)
        yield browser, f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture
def page(_opened):
    browser, address = _opened
    browser.open(address)
    browser.until(f"{STATUS}.startsWith('90 photos.')")
    browser.troubles.clear()  # there is no icon
    yield browser
    assert browser.troubles == []


def answers(page, *them):
    page.value(f"told.answers = {json.dumps(them)}")


def ask(page, words):
    page.value("document.querySelector('#words').select()")
    page.type(words)
    page.press("Enter")


def names(page):
    found = page.value("[...document.querySelectorAll('.tile .name')].map((one) => one.innerText)")
    return [name.removesuffix(".jpg") for name in found]


def numbers(start, stop):
    return [str(number) for number in range(start, stop)]


def test_more_photos_follow_those_that_are_there_and_nothing_is_kept_of_them(page):
    answers(page, {"ids": list(range(40))}, {"ids": list(range(40, 43))}, {"ids": [7]})
    ask(page, "sea")
    page.until(f"{STATUS} === '40 photos'")
    page.until("told.urls === 40")
    page.click("#more")
    page.until(f"{STATUS} === '43 photos'")
    assert names(page) == numbers(0, 43) and not page.text("#more")
    first, second = page.value("told.asked")
    assert "top=40&skip=0" in first and "top=40&skip=40" in second and "text=sea" in second
    page.until("told.urls === 43")
    assert page.value("told.most") == 4, "thumbnails wait for one another"
    ask(page, "lake")
    page.until(f"{STATUS} === '1 photo'")
    assert names(page) == ["7"] and "skip=0" in page.value("told.asked[2]")
    page.until("told.urls === 1")


def test_arrows_go_up_and_down_by_rows(page):
    answers(page, {"ids": list(range(40))})
    ask(page, "sea")
    page.until(f"{STATUS} === '40 photos'")
    place = "(() => { const box = document.activeElement.getBoundingClientRect(); return [box.x, box.y]; })()"
    page.press("ArrowDown", "ArrowRight")
    x, y = page.value(place)
    page.press("ArrowDown")
    below = page.value(place)
    assert below[0] == x and below[1] > y
    page.press("ArrowUp")
    assert page.value(place)[0] == x and page.value("document.activeElement.innerText").startswith("1.jpg")


def test_a_late_answer_changes_nothing(page):
    answers(page, {"ids": [1, 2], "wait": 150}, {"ids": [3]}, {"status": 400, "wait": 150}, {"ids": [4]})
    for early, late in (("1", "3"), ("2", "4")):
        ask(page, early)
        ask(page, late)
        page.until(f"{STATUS} === '1 photo'")
        page.value("pause(200)")
        assert page.text("#status") == "1 photo" and names(page) == [late]


def test_a_busy_service_is_asked_again_and_not_for_ever(page):
    answers(page, {"status": 503}, {"status": 429}, {"ids": [1]}, *[{"status": 503}] * 4)
    ask(page, "sea")
    page.until(f"{STATUS} === '1 photo'")
    ask(page, "sea")
    page.until(f"{STATUS} === 'The service is busy.'")
    assert names(page) == [] and page.value("told.asked.length") == 7


def test_a_pasted_picture_is_searched_with_and_pasted_words_are_left_alone(page):
    paste = """(() => { const data = new DataTransfer();
    data.items.add(new File(['four'], 'FILE', {type: 'TYPE'}));
    return document.querySelector('#words').dispatchEvent(
      new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true})); })()"""
    answers(page, {"ids": [1]})
    assert page.value(paste.replace("FILE", "a.txt").replace("TYPE", "text/plain"))
    assert page.value("told.asked.length") == 0 and not page.text("#chip")
    assert not page.value(paste.replace("FILE", "a.png").replace("TYPE", "image/png"))
    page.until(f"{STATUS} === '1 match'")
    assert page.value("told.bodies") == [4] and page.text("#queryName") == "a.png"


def test_a_drag_from_one_part_of_the_page_to_another_is_not_away_from_it(page):
    leave = """document.querySelector('main').dispatchEvent(
      new DragEvent('dragleave', {bubbles: true, relatedTarget: TO}))"""
    page.value("document.body.classList.add('dropping')")
    page.value(leave.replace("TO", "document.querySelector('#search')"))
    assert page.value("document.body.className") == "dropping"
    page.value(leave.replace("TO", "null"))
    assert page.value("document.body.className") == ""
