"""All actions of the window, an entry each: words, keys, menus, what it does, and when it can be done.

cbir_app.shell.menus makes the menus, keys, tooltips and the page of shortcuts from these entries. A new action is an
entry here and a function in cbir_app.control that does the work.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Literal, Protocol

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractButton, QMenu

from cbir.base.types import Hit, LibraryInfo, RootInfo
from cbir_app.base.language import tr
from cbir_app.base.mark_signs import LABELS
from cbir_app.base.preferences import Preferences, Scheme
from cbir_app.base.theme import Theme
from cbir_app.base.undo import Step
from cbir_app.base.wording import (
    MAX_STARS,
    NO_ORIGINALS,
    ON_ANOTHER_COMPUTER,
    ONLY_READING,
    TRASH,
    stars,
)
from cbir_app.sessions import REJECTED_PHOTOS, Query
from cbir_app.shell.parts import Controls, Sessions, Views
from cbir_app.viewer import STRIP

if TYPE_CHECKING:
    from cbir_app.shell.window_dialogs import Dialogs

ADVANCE = "next after rating"  # preference

Bar = Literal["search", "edit", "library", "photo", "view", "help"]
ContextMenu = Literal["on photo", "on folder", "on album"]
MenuName = Bar | Literal["rating", "label", "judging"] | ContextMenu
Places = Mapping[MenuName, int]
"""Menus of an action and its group in each. Lines separate the groups; a group has the order of the table."""

COMPARING: Places = {"photo": 1, "on photo": 1}
TEACHING: Places = {"photo": 2, "on photo": 2}
SEARCHING: Places = {"photo": 3, "on photo": 3}
OPENING: Places = {"photo": 4, "on photo": 4}
ALBUMS: Places = {"photo": 5, "on photo": 6}
MARKING: Places = {"photo": 6, "on photo": 7}
COPYING: Places = {"photo": 7, "on photo": 5}
REMOVING: Places = {"photo": 8, "on photo": 7}
FOLDERS: Places = {"library": 5, "on folder": 1}


class Frame(Protocol):
    """The main window, as far as its actions use it."""

    preferences: Preferences

    def close(self) -> bool: ...

    def show_evidence(self) -> None: ...

    def switch_on(self, action: str) -> None: ...


# ---- when an action can be done


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Facts that decide which actions can be done. last, following : the steps that undo and redo would take"""

    info: LibraryInfo | None
    query: Query
    hit: Hit | None
    folder: RootInfo | None
    last: Step | None
    following: Step | None
    can_go_back: bool
    can_go_forward: bool
    has_picture: bool  # of the query, ready to be framed
    on_match: bool
    on_photo: bool
    shows_hits: bool
    stacked: bool
    undo_waits: bool = False  # for the step of a change that is under way


def state_of(sessions: Sessions, views: Views) -> State:
    search, pages, hit = sessions.search, views.pages, views.pages.current_hit()
    return State(
        info=sessions.library.info,
        query=search.query,
        hit=hit,
        folder=views.panel.current_folder(),
        last=sessions.undo.last,
        following=sessions.undo.next,
        undo_waits=sessions.undo.waits,
        can_go_back=search.can_go_back,
        can_go_forward=search.can_go_forward,
        has_picture=search.picture is not None,
        on_match=pages.on_match,
        on_photo=pages.on_photo,
        shows_hits=views.results.shows_hits,
        stacked=views.results.stacks.has(hit),
    )


@dataclass(frozen=True, slots=True)
class When:
    """A condition of an action. why : the reason to show while it does not hold; empty if it can be seen anyway"""

    holds: Callable[[State], bool] = lambda _state: True
    why: str = ""
    also: tuple[When, ...] = ()

    def __and__(self, other: When) -> When:
        return When(self.holds, self.why, (*self.also, other))

    def allows(self, state: State) -> bool:
        return self.holds(state) and all(part.allows(state) for part in self.also)

    def reason(self, state: State) -> str:
        """Return why an action cannot be done now, untranslated; empty if it can, or if there is nothing to explain."""
        if self.why and not self.holds(state):
            return self.why
        return next(filter(None, (part.reason(state) for part in self.also)), "")


ALWAYS = When()
HERE = When(lambda state: not (state.info and state.info.service), ON_ANOTHER_COMPUTER)
WRITABLE = When(lambda state: not (state.info and state.info.service and state.info.read_only), ONLY_READING)
ORIGINALS = When(
    lambda state: not (state.info and state.info.service and not state.info.originals), NO_ORIGINALS
)
LIBRARY = When(lambda state: state.info is not None)
ROOTS = When(lambda state: state.info is not None and bool(state.info.roots))
SKIPPED = When(lambda state: state.info is not None and bool(state.info.skipped))
FOLDER = When(lambda state: state.folder is not None)
FOLDER_ONLINE = When(lambda state: state.folder is not None and state.folder.online)
PHOTO = When(lambda state: state.hit is not None)
PHOTO_ONLINE = When(lambda state: state.hit is not None and not state.hit.offline)
QUERY = When(lambda state: not state.query.empty)
TERMS = When(lambda state: bool(state.query.terms))
ALBUM = When(lambda state: state.query.album is not None)
COMPARABLE = When(lambda state: state.hit is not None and state.query.has_picture and not state.on_match)
FRAMEABLE = When(lambda state: state.has_picture or state.on_photo)
PICTURED = When(lambda state: state.has_picture or state.hit is not None)
STACK = When(lambda state: state.stacked)
HITS = When(lambda state: state.shows_hits)
EARLIER = When(lambda state: state.can_go_back)
LATER = When(lambda state: state.can_go_forward)
DONE = When(lambda state: state.undo_waits or state.last is not None)
UNDONE = When(lambda state: state.following is not None)
SAVABLE = QUERY & WRITABLE
LOCAL = LIBRARY & HERE
FILE = PHOTO_ONLINE & HERE
MARKABLE = PHOTO & WRITABLE
JUDGEABLE = PHOTO & TERMS & WRITABLE


# ---- the table


@dataclass(frozen=True, slots=True)
class Action:
    """An entry of the table. words : translated, with a mnemonic. keys : separated by spaces"""

    id: str
    words: str
    keys: str = ""
    menus: Places = field(default_factory=dict)
    what: Callable[[], object] | None = None
    when: When = ALWAYS
    _: KW_ONLY
    toggle: Callable[[bool], object] | None = None  # makes it an action that is on or off
    on: bool = False  # at the start
    one_of: str = ""  # a set of actions of which one is on
    opens: QMenu | MenuName | None = None
    step: Callable[[State], Step | None] | None = None  # its name follows the words
    also: QKeySequence.StandardKey | None = None  # the platform's own keys, which work too
    buttons: tuple[QAbstractButton, ...] = ()  # they do the same elsewhere; those without words take these
    on_pages: bool = False  # the keys work on pages of photos only: text fields need them elsewhere


# fmt: off


def all_actions(
    window: Frame, sessions: Sessions, views: Views, controls: Controls, dialogs: Dialogs, theme: Theme
) -> tuple[Action, ...]:
    """Return the table. Texts and parts of the window exist only now, so it is not a constant."""
    return (
        *_search_actions(window, sessions, views, controls, dialogs),
        *_edit_actions(sessions, views),
        *_library_actions(sessions, views, controls, dialogs),
        *_photo_actions(window, views, controls),
        *_view_actions(window, views, controls, dialogs, theme),
        *_help_actions(dialogs),
    )


def _search_actions(
    window: Frame, sessions: Sessions, views: Views, controls: Controls, dialogs: Dialogs
) -> tuple[Action, ...]:
    search, query, albums = sessions.search, controls.query, controls.albums
    bar, pages, results = views.bar, views.pages, views.results

    def focus_query() -> None:
        """Go to the search bar; leave a full-screen photo, which hides it."""
        if controls.full_screen.bare:
            pages.show_results()
        bar.focus()

    def show_recent() -> None:
        controls.recent.show(bar.recent_button)

    return (
        Action("open_query", tr("&Open picture…"), "Ctrl+O", {"search": 1}, query.open, buttons=(bar.open_button,)),
        Action("add_query", tr("&Add a picture to the search…"), "Ctrl+Shift+A", {"search": 1}, query.add),
        Action("paste", tr("&Paste picture"), "Ctrl+V", {"search": 1}, query.paste, buttons=(bar.paste_button,)),
        Action("focus_query", tr("Go to the searc&h bar"), "Ctrl+F /", {"search": 1}, focus_query),
        Action("frame", tr("&Frame a part…"), "Ctrl+R", {"search": 2}, pages.frame, FRAMEABLE),
        Action("person_photos", tr("Photos of this perso&n"), "Ctrl+Alt+P", {"search": 2},
               controls.people.show_photos_like, PICTURED & LOCAL),
        Action("snip", tr("Frame a part of the s&creen…"), "Ctrl+Shift+S", {"search": 2}, controls.snips.start),
        Action("mirror", tr("Find &mirrored pictures too"), "Ctrl+M", {"search": 2}, toggle=search.set_mirror,
               buttons=(results.mirror,)),
        Action("filter", tr("F&ilter…"), "Ctrl+L", {"search": 2}, bar.offer_filters, buttons=(bar.filter_button,)),
        Action("save_search", tr("Sa&ve as an album"), "Ctrl+S", {"search": 2}, albums.save, SAVABLE,
               buttons=(bar.save_button,)),
        Action("back", tr("Previou&s search"), "Alt+Left", {"search": 3}, search.back, EARLIER),
        Action("forward", tr("Ne&xt search"), "Alt+Right", {"search": 3}, search.forward, LATER),
        Action("recent", tr("Recen&t searches…"), "Ctrl+H", {"search": 3}, show_recent, buttons=(bar.recent_button,)),
        Action("again", tr("Search a&gain"), "Ctrl+Shift+F", {"search": 3}, search.again, QUERY),
        Action("clear_query", tr("Clea&r the search"), "Ctrl+Backspace", {"search": 3}, search.clear, QUERY),
        Action("settings", tr("S&ettings…"), "Ctrl+,", {"search": 4}, dialogs.show_settings),
        Action("quit", tr("&Quit"), "Ctrl+Q", {"search": 4}, window.close),
        Action("open_album", tr("&Open"), "", {"on album": 1}, albums.open),
        Action("rename_album", tr("&Rename"), "", {"on album": 1}, albums.rename, WRITABLE),
        Action("remove_album", tr("Remo&ve"), "", {"on album": 1}, albums.remove, WRITABLE),
    )


def _edit_actions(sessions: Sessions, views: Views) -> tuple[Action, ...]:
    stack, keys = sessions.undo, QKeySequence.StandardKey
    undone, redone = (lambda state: state.last), (lambda state: state.following)
    return (
        Action("undo", tr("&Undo"), "Ctrl+Z", {"edit": 1}, stack.undo, DONE, step=undone, also=keys.Undo),
        Action("redo", tr("&Redo"), "Ctrl+Shift+Z", {"edit": 1}, stack.redo, UNDONE, step=redone, also=keys.Redo),
        Action("select_all", tr("Select &all"), "Ctrl+A", {"edit": 2}, views.results.select_all, HITS),
    )


def _library_actions(
    sessions: Sessions, views: Views, controls: Controls, dialogs: Dialogs
) -> tuple[Action, ...]:
    library, libraries, folders = sessions.library, controls.libraries, controls.folders
    maintenance, panel = controls.maintenance, views.panel

    def search_only_here() -> None:
        folders.with_folder(lambda folder: controls.filters.only_in(folder.path))

    def show_rejected() -> None:
        sessions.search.set_query(REJECTED_PHOTOS)

    def forget() -> None:
        folders.with_folder(maintenance.forget)

    return (
        Action("open_library", tr("O&pen library…"), "", {"library": 1}, libraries.choose),
        Action("open_address", tr("Open on anot&her computer…"), "", {"library": 1}, libraries.choose_address),
        Action("new_library", tr("&New library…"), "", {"library": 1}, libraries.make),
        Action("recent_libraries", tr("Recen&t libraries"), "", {"library": 1}, opens=libraries.menu),
        Action("show_library", tr("Library o&verview…"), "Ctrl+Shift+L", {"library": 2}, dialogs.show_library,
               LIBRARY),
        Action("measure", tr("Mea&sure the searches…"), "", {"library": 2}, dialogs.show_measure, LOCAL),
        Action("add_folder", tr("&Add folder…"), "Ctrl+I", {"library": 3}, folders.choose_folder, HERE,
               buttons=(panel.add_button, panel.first_folder)),
        Action("update_library", tr("Scan for chan&ges"), "F5", {"library": 3}, library.update_all, ROOTS & HERE,
               buttons=(panel.refresh_button,)),
        Action("follow", tr("&Watch folders for changes"), "", {"library": 3}, None, LOCAL,
               toggle=sessions.watch.switch),
        Action("videos", tr("Inde&x videos too"), "", {"library": 3}, None, ROOTS & HERE,
               toggle=library.index_videos),
        Action("duplicates", tr("&Duplicates"), "Ctrl+D", {"library": 4}, controls.duplicates.show, LOCAL),
        Action("map", tr("Map"), "Ctrl+Shift+M", {"library": 4}, controls.map.show, LOCAL),
        Action("people", tr("People"), "Ctrl+P", {"library": 4}, controls.people.show, LOCAL),
        Action("similarity", tr("Similarity map"), "Ctrl+Shift+Y", {"library": 4}, controls.similarity.show, LOCAL),
        Action("things", tr("Things"), "Ctrl+Shift+H", {"library": 4}, controls.things.show, LOCAL),
        Action("inventory", tr("Inventor&y of a shelf"), "", {"library": 4}, controls.inventory.show, LOCAL),
        Action("rejected", tr("Re&jected photos"), "Ctrl+Shift+I", {"library": 4}, show_rejected, LIBRARY),
        Action("trash_rejected", tr("Trash rejects…"), "", {"library": 4}, controls.trash.ask_rejected, LOCAL,
               buttons=(views.results.bar.trash_rejected,)),
        Action("show_skipped", tr("Files that could not be &read…"), "", {"library": 4}, folders.show_skipped,
               SKIPPED & HERE),
        Action("check", tr("&Check the library…"), "", {"library": 4}, maintenance.check, LOCAL),
        Action("back_up", tr("&Back up the library…"), "", {"library": 4}, maintenance.choose_backup, LOCAL),
        Action("restore_library", tr("R&estore from a backup…"), "", {"library": 4}, libraries.choose_backup),
        Action("only_here", tr("Search &only in this folder"), "", FOLDERS, search_only_here, FOLDER),
        Action("reveal_folder", tr("Show the folder in the file &manager"), "", FOLDERS, folders.reveal_folder,
               FOLDER_ONLINE & HERE),
        Action("forget", tr("&Forget this folder…"), "", FOLDERS, forget, FOLDER & HERE),
    )


def _photo_actions(window: Frame, views: Views, controls: Controls) -> tuple[Action, ...]:
    pages, hits, marks, judging = views.pages, controls.hits, controls.marks, controls.judging
    albums, export, tools = controls.albums, controls.export, views.evidence.tools
    advances, set_advance = window.preferences.flag(ADVANCE, False), partial(window.preferences.set_flag, ADVANCE)

    def write_keyword() -> None:
        """Go to the keyword field: below a large photo, else in the right column of the results."""
        if pages.on_match or pages.on_photo:
            window.switch_on("filmstrip")
            pages.culling.write_keyword()
        else:
            pages.show_results()
            window.switch_on("evidence_column")
            marks.write_keyword()

    def rate(rating: int) -> Action:
        words, do = stars(rating) if rating else tr("No &star"), partial(marks.rate, rating)
        return Action(f"rate_{rating}", words, str(rating), {"rating": 1}, do, MARKABLE, on_pages=True)

    return (
        Action("compare", tr("&Compare with your picture"), "", COMPARING, pages.show_match, COMPARABLE),
        Action("preview", tr("Show &large"), "", COMPARING, pages.show_photo, PHOTO),
        Action("side_by_side", tr("Show selected side &by side"), "Ctrl+4", COMPARING, pages.show_side_by_side,
               PHOTO),
        Action("more_like", tr("Mor&e like this"), "Ctrl+Shift+G", TEACHING, partial(hits.teach, right=True), PHOTO),
        Action("less_like", tr("Fe&wer like this"), "Ctrl+Shift+B", TEACHING, partial(hits.teach, right=False),
               PHOTO),
        Action("search_hit", tr("&Search with this photo"), "Ctrl+Return", SEARCHING, hits.search, PHOTO,
               buttons=(tools["search"],)),
        Action("same_thing", tr("Only the same &thing"), "Ctrl+T", SEARCHING, hits.search_same, PHOTO),
        Action("origin", tr("Where does it come from?"), "", SEARCHING, controls.origin.show, PHOTO & LOCAL),
        Action("add_hit", tr("&Add to the search"), "Ctrl+Shift+Return", SEARCHING, hits.add, PHOTO),
        Action("leave_out_hit", tr("Excl&ude photos like this"), "Ctrl+Shift+-", SEARCHING, hits.leave_out, PHOTO),
        Action("open_hit", tr("&Open in the default viewer"), "Ctrl+Shift+O", OPENING, hits.open, FILE,
               buttons=(tools["external"],)),
        Action("open_with", tr("Open wit&h"), "", OPENING, when=FILE, opens=controls.open_with.menu),
        Action("reveal_hit", tr("Show in the &file manager"), "Ctrl+Shift+R", OPENING, hits.reveal, FILE,
               buttons=(tools["folder"],)),
        Action("into_album", tr("A&dd to album…"), "Ctrl+Shift+K", ALBUMS, albums.offer_albums, MARKABLE),
        Action("out_of_album", tr("&Not in this album"), "Ctrl+Shift+X", ALBUMS, albums.take_out,
               PHOTO & ALBUM & WRITABLE),
        Action("ratings_menu", tr("Ratin&g"), "", MARKING, when=MARKABLE, opens="rating"),
        *map(rate, range(MAX_STARS, -1, -1)),
        Action("rating_of_file", tr("As the &file says"), "", {"rating": 1}, partial(marks.rate, None), MARKABLE),
        Action("pick", tr("&Pick"), "P", {"rating": 2}, partial(marks.flag, "pick"), MARKABLE, on_pages=True),
        Action("reject", tr("Re&ject"), "X", {"rating": 2}, partial(marks.flag, "reject"), MARKABLE, on_pages=True),
        Action("unflag", tr("&Unflag"), "U", {"rating": 2}, partial(marks.flag, "none"), MARKABLE, on_pages=True),
        Action("advance", tr("&Next photo after rating"), "Ctrl+Shift+N", {"rating": 3},
               toggle=set_advance, on=advances),
        Action("labels_menu", tr("Color label"), "", MARKING, when=MARKABLE, opens="label"),
        *(Action(f"label_{name.lower()}", tr(label.name), label.key, {"label": 1}, partial(marks.label, name),
                 MARKABLE, on_pages=True) for name, label in LABELS.items()),
        Action("no_label", tr("&No label"), "", {"label": 2}, partial(marks.label, ""), MARKABLE),
        Action("write_keyword", tr("Add a &keyword…"), "Ctrl+K", MARKING, write_keyword, MARKABLE),
        Action("judging_menu", tr("For th&is search"), "", MARKING, when=MARKABLE, opens="judging"),
        Action("right", tr("&Right"), "Ctrl+G", {"judging": 1}, partial(judging.judge, True), JUDGEABLE),
        Action("wrong", tr("&Wrong"), "Ctrl+B", {"judging": 1}, partial(judging.judge, False), JUDGEABLE),
        Action("not_judged", tr("&Not judged"), "", {"judging": 1}, partial(judging.judge, None), JUDGEABLE),
        Action("copy_files", tr("Cop&y"), "Ctrl+C", COPYING, export.copy_files, PHOTO & ORIGINALS),
        Action("copy_paths", tr("Copy the &path"), "Ctrl+Shift+C", COPYING, export.copy_paths, PHOTO,
               buttons=(tools["copy"],)),
        Action("export", tr("Expo&rt…"), "Ctrl+E", COPYING, export.choose, PHOTO_ONLINE & ORIGINALS),
        Action("trash", tr("&Move to the {trash}…", trash=tr(TRASH)), "Del", REMOVING, controls.trash.ask,
               PHOTO & HERE, on_pages=True),
    )


def _view_actions(
    window: Frame, views: Views, controls: Controls, dialogs: Dialogs, theme: Theme
) -> tuple[Action, ...]:
    pages, results = views.pages, views.results
    bar, stacks, shape = results.bar, results.stacks, results.bar.choose_shape

    def open_stack() -> None:
        stacks.toggle(results.current_hit())

    def show_details(_on: bool) -> None:
        window.show_evidence()

    def scheme(name: Scheme, words: str) -> Action:
        choose = partial(dialogs.set_scheme, name)
        return Action(f"scheme_{name}", words, "", {"view": 4}, choose, one_of="scheme", on=name == theme.scheme)

    strip = window.preferences.flag(STRIP, True)
    return (
        Action("as_grid", tr("Show as a &grid"), "Ctrl+1", {"view": 1}, partial(shape, "grid"),
               buttons=(bar.shapes["grid"],)),
        Action("as_list", tr("Show as a &list"), "Ctrl+2", {"view": 1}, partial(shape, "list"),
               buttons=(bar.shapes["list"],)),
        Action("as_timeline", tr("Show by &date"), "Ctrl+3", {"view": 1}, partial(shape, "timeline"),
               buttons=(bar.shapes["timeline"],)),
        Action("reverse", tr("Reverse &order"), "Ctrl+Shift+D", {"view": 1}, bar.reverse.click,
               buttons=(bar.reverse,)),
        Action("unfold", tr("Show or hide what is less likel&y"), "Ctrl+U", {"view": 2}, results.toggle_fold),
        Action("stack", tr("Stack near-d&uplicates"), "Ctrl+J", {"view": 2}, toggle=stacks.switch, on=stacks.on),
        Action("open_stack", tr("O&pen or close the stack"), "Ctrl+Shift+J", {"view": 2}, open_stack, STACK),
        Action("library_column", tr("Library &column"), "F9", {"view": 3}, toggle=views.panel.setVisible, on=True),
        Action("evidence_column", tr("D&etails column"), "F10", {"view": 3}, toggle=show_details),
        Action("filmstrip", tr("Fil&mstrip under a large photo"), "F8", {"view": 3},
               toggle=pages.show_strip, on=strip),
        Action("full_screen", tr("&Full screen"), "F11", {"view": 3}, toggle=controls.full_screen.switch),
        scheme("system", tr("Same as &system")),
        scheme("light", tr("L&ight", "colours")),
        scheme("dark", tr("Dar&k", "colours")),
    )


def _help_actions(dialogs: Dialogs) -> tuple[Action, ...]:
    return (
        Action("show_guide", tr("&Guide"), "Shift+F1", {"help": 1}, dialogs.show_guide),
        Action("palette", tr("Find a &command…"), "Ctrl+Shift+P", {"help": 1}, dialogs.show_palette),
        Action("show_keys", tr("&Keyboard shortcuts"), "F1 ?", {"help": 1}, dialogs.show_keys),
        Action("show_tour", tr("Take the &tour"), "", {"help": 1}, dialogs.show_tour),
        Action("show_news", tr("&What’s new"), "", {"help": 2}, dialogs.show_news),
        Action("about", tr("&About cbir"), "", {"help": 2}, dialogs.show_about),
    )
