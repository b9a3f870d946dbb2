// What is dropped, pasted, chosen or typed -> /api/search -> tiles with the query's outline. Nothing is loaded from
// anywhere else; every text of the service is set as text.
"use strict";

const PAGE = 40;
const AT_ONCE = 4; // thumbnails that are on their way
const KINDS = ["same picture", "same thing", "shares a part", "possibly", "looks similar", "less likely"];
const [ALIKE, LAST] = KINDS.slice(-2);
const part = (id) => document.getElementById(id);
const state = { picture: null, photo: null, skip: 0, hits: [], run: 0, open: -1, most: Infinity, start: "" };

async function ask(path, options = {}) {
  for (let attempt = 1; ; attempt += 1) {
    const token = sessionStorage.getItem("token");
    const headers = { ...(options.headers || {}), ...(token ? { Authorization: `Bearer ${token}` } : {}) };
    let answer;
    try {
      answer = await fetch(path, { ...options, headers });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Error("The service cannot be reached. Try again in a moment.");
    }
    if (answer.ok) return answer;
    const told = await answer.json().catch(() => null);
    const sentence = told?.error?.message || "The service could not answer. Try again in a moment.";
    if (answer.status === 401) {
      await askForToken(token ? sentence : "The service's administrator gives you one.");
      attempt = 0;
    } else if ((answer.status === 503 || answer.status === 429) && attempt < 4) {
      const wait = Math.min(10, Number(answer.headers.get("Retry-After")) || 1);
      await new Promise((done) => setTimeout(done, wait * 1000));
    } else {
      throw new Error(sentence);
    }
  }
}

let asking = null; // one question, however many answers wait for it
function askForToken(why) {
  asking ??= new Promise((done) => {
    part("askWhy").textContent = why;
    part("token").value = "";
    part("ask").showModal();
    part("tokenForm").onsubmit = (event) => {
      event.preventDefault();
      sessionStorage.setItem("token", part("token").value.trim());
      asking = null;
      part("ask").close();
      // It gives the focus back to what had it: nothing, where the page had not drawn itself when it was asked. Then the
      // field that is no longer seen keeps it for a moment.
      const focused = document.activeElement;
      if (focused === document.body || part("ask").contains(focused)) part("words").focus();
      done();
    };
  });
  return asking;
}
part("ask").addEventListener("close", () => { // nothing can be done without one
  if (asking) part("ask").showModal();
});

// --- searching ---

async function search(more = false) {
  const words = part("words").value.trim();
  if (!words && !state.picture && state.photo === null) {
    part("words").focus();
    return;
  }
  const run = (state.run += 1);
  if (!more) {
    state.skip = 0;
    state.hits = [];
    part("large").close();
  }
  const query = new URLSearchParams({ top: PAGE, skip: state.skip });
  if (words) query.append("text", words);
  if (state.photo !== null) query.append("photo", state.photo);
  part("status").textContent = "Searching…";
  try {
    const options = state.picture
      ? { method: "POST", body: state.picture, headers: { "Content-Type": "application/octet-stream" } }
      : {};
    const found = await (await ask(`api/search?${query}`, options)).json();
    if (run === state.run) show(found, more);
  } catch (error) {
    if (run === state.run) {
      if (!more) show({ photos: [], notes: [] }, false);
      part("status").textContent = error.message;
    }
  }
}

function startAgain() {
  state.run += 1; // what is on its way counts no more
  show({ photos: [], notes: [] }, false);
  part("status").textContent = state.start;
}

async function begin() {
  state.start = part("status").textContent;
  try {
    const library = await (await ask("api/library")).json();
    state.most = library.max_upload_bytes;
    state.start = `${library.photos.toLocaleString("en")} photo${library.photos === 1 ? "" : "s"}. ${state.start}`;
    if (!state.run) part("status").textContent = state.start;
  } catch (error) {
    if (!state.run) part("status").textContent = error.message;
  }
}

function show(found, more) {
  const pictured = state.picture !== null || state.photo !== null;
  if (!more) {
    part("sections").replaceChildren();
    waiting.length = 0;
    for (const url of urls) URL.revokeObjectURL(url);
    urls.clear();
  }
  part("notes").replaceChildren(...found.notes.map((note) => make("li", "", note)));
  for (const photo of found.photos) {
    const at = state.hits.push(photo) - 1;
    section(photo.kind).append(tile(photo, at));
  }
  const counts = KINDS.map((kind) => state.hits.filter((hit) => hit.kind === kind).length);
  KINDS.forEach((kind, at) => {
    const box = document.querySelector(`[data-kind="${kind}"]`);
    if (box) box.firstChild.textContent = `${pictured || kind !== ALIKE ? kind[0].toUpperCase() + kind.slice(1) : "Photos"} (${counts[at]})`;
  });
  const likely = state.hits.filter((hit) => (pictured ? hit.verified : hit.kind !== LAST)).length;
  const unit = pictured ? ["match", "matches"] : ["photo", "photos"];
  part("status").textContent = likely
    ? `${likely} ${unit[likely === 1 ? 0 : 1]}`
    : pictured ? "No match found" : "No photos found";
  part("more").hidden = found.photos.length < PAGE;
}

// The tiles of a kind of hits, below its heading; sections keep the order of the kinds on every page.
function section(kind) {
  const at = KINDS.indexOf(kind);
  const boxes = [...part("sections").children];
  let box = boxes.find((other) => other.dataset.kind === kind);
  if (!box) {
    box = make("div", "kind");
    box.dataset.kind = kind;
    const tiles = make("section");
    tiles.setAttribute("aria-label", kind);
    box.append(make("h2"), tiles);
    part("sections").insertBefore(box, boxes.find((other) => KINDS.indexOf(other.dataset.kind) > at) || null);
  }
  return box.lastChild;
}

function tile(photo, at) {
  const button = (photo.button = make("button", "tile"));
  button.type = "button";
  const best = photo.evidence.reduce((most, one) => Math.max(most, one.points), 0);
  const why = photo.verified && best ? `${best} points agree` : [photo.taken_at?.slice(0, 10), photo.town].filter(Boolean).join(" · ");
  const frame = make("span", "frame");
  button.append(frame, make("span", "name", photo.name), make("span", "why", why));
  if (photo.kind !== LAST) button.append(strength(photo.strength));
  button.title = photo.path;
  button.addEventListener("click", () => openLarge(at));
  draw(frame, photo, `api/photos/${photo.id}/thumbnail`);
  return button;
}

function strength(share) {
  const level = share >= 0.9 ? 3 : share >= 0.5 ? 2 : 1;
  const dots = make("span", "strength", "●".repeat(level) + "○".repeat(3 - level));
  dots.setAttribute("role", "img");
  dots.setAttribute("aria-label", `Strength ${level} of 3`);
  return dots;
}

// --- pictures ---

const waiting = [];
const urls = new Set();
let loading = 0;

function draw(frame, photo, path, first = false) {
  const shown = make("span", "shown");
  const image = make("img");
  image.alt = photo.name;
  shown.append(image);
  const outlines = photo.evidence.map((one) => one.outline).filter(Boolean);
  if (outlines.length) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", `0 0 ${photo.width} ${photo.height}`);
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("aria-hidden", "true");
    for (const outline of outlines) {
      const polygon = document.createElementNS("http://www.w3.org/2000/svg", "polygon");
      polygon.setAttribute("points", outline.map((corner) => corner.join(",")).join(" "));
      svg.append(polygon);
    }
    shown.append(svg);
  }
  frame.replaceChildren(shown);
  waiting[first ? "unshift" : "push"]({ image, path });
  loadNext();
}

async function loadNext() {
  if (loading >= AT_ONCE || !waiting.length) return;
  const { image, path } = waiting.shift();
  loading += 1;
  try {
    const url = URL.createObjectURL(await (await ask(path)).blob());
    urls.add(url);
    image.src = url;
  } catch (error) {
    image.alt = error.message;
  } finally {
    loading -= 1;
    loadNext();
  }
}

function openLarge(at) {
  const photo = state.hits[at];
  state.open = at;
  part("largeName").textContent = photo.name;
  const taken = photo.taken_at?.slice(0, 16).replace("T", " ");
  part("largeFacts").textContent = [photo.path, `${photo.width} × ${photo.height}`, taken, photo.town]
    .filter(Boolean).join(" · ");
  draw(document.querySelector(".stage"), photo, `api/photos/${photo.id}/picture?side=1600`, true);
  if (!part("large").open) part("large").showModal();
}

// --- what is searched with ---

function take(file) {
  if (!file) return;
  state.photo = null;
  if (file.size > state.most) { // said here: the service hangs up on it, and the browser would not say why
    state.picture = null;
    chip(null, "");
    startAgain();
    const megabytes = (bytes) => `${Number((bytes / (1 << 20)).toFixed(1))} MB`;
    part("status").textContent = `${file.name} has ${megabytes(file.size)}. Choose a picture of up to ${megabytes(state.most)}.`;
    return;
  }
  state.picture = file;
  chip(URL.createObjectURL(file), file.name || "Pasted picture");
  search();
}

function chip(url, name) {
  part("chip").hidden = url === null;
  part("query").src = url || "";
  part("query").hidden = !url;
  part("queryName").textContent = name;
}

function make(tag, name = "", text = "") {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text) element.textContent = text;
  return element;
}

part("search").addEventListener("submit", (event) => { event.preventDefault(); search(); });
part("choose").addEventListener("click", () => part("file").click());
part("file").addEventListener("change", () => { take(part("file").files[0]); part("file").value = ""; });
part("more").addEventListener("click", () => { state.skip += PAGE; search(true); });
part("close").addEventListener("click", () => part("large").close());
part("large").addEventListener("close", () => state.hits[state.open]?.button.focus());
part("clear").addEventListener("click", () => {
  state.picture = state.photo = null;
  chip(null, "");
  part("words").focus();
  if (part("words").value.trim()) search();
  else startAgain();
});
part("like").addEventListener("click", () => {
  const photo = state.hits[state.open];
  state.picture = null;
  state.photo = photo.id;
  chip("", photo.name);
  search();
});
document.addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("dropping"); });
document.addEventListener("dragleave", (event) => { // from one part of the page to another is not away from it
  if (!event.relatedTarget) document.body.classList.remove("dropping");
});
document.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  take(event.dataTransfer.files[0]);
});
document.addEventListener("paste", (event) => {
  const file = [...event.clipboardData.files].find((one) => one.type.startsWith("image/"));
  if (file) { event.preventDefault(); take(file); }
});
document.addEventListener("keydown", (event) => {
  const large = part("large").open;
  if (!large && event.key === "/" && document.activeElement !== part("words")) {
    event.preventDefault();
    part("words").focus();
    return;
  }
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (large && step && state.hits[state.open + step]) openLarge(state.open + step);
  const tiles = [...document.querySelectorAll(".tile")];
  const at = tiles.indexOf(document.activeElement);
  if (!large && at >= 0) {
    const columns = getComputedStyle(tiles[at].parentElement).gridTemplateColumns.split(" ").length;
    const move = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    if (move && tiles[at + move]) { event.preventDefault(); tiles[at + move].focus(); }
  } else if (!large && event.key === "ArrowDown" && document.activeElement === part("words")) {
    tiles[0]?.focus();
  }
});
begin();
