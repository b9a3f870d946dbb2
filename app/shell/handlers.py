"""Actions -> what each of them calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.shell.actions import Handlers

if TYPE_CHECKING:
    from app.shell.main_window import MainWindow


def handlers_of(window: MainWindow) -> Handlers:
    """Return what each action does; called once everything of the window is built."""
    return Handlers(
        open_query=window.control.open,
        add_query=window.control.add,
        paste=window.control.paste,
        focus_query=window.bar.focus,
        frame=window.pages.frame,
        snip=window.snips.start,
        clear_query=window.search.clear,
        back=window.search.back,
        forward=window.search.forward,
        recent=lambda: window.recent.show(window.bar.recent_button),
        again=window.search.again,
        mirror=window.search.set_mirror,
        show_library=window.show_library,
        add_folder=window.folders.choose_folder,
        update_library=window.library.update_all,
        show_skipped=window.folders.show_skipped,
        follow=window.watch.switch,
        check=window.care.check,
        back_up=window.care.choose_backup,
        only_here=lambda: window.folders.with_root(lambda root: window.filters.only_in(root.path)),
        reveal_folder=window.folders.reveal_root,
        forget=lambda: window.folders.with_root(window.care.forget),
        compare=window.pages.show_match,
        preview=window.pages.show_photo,
        search_hit=window.hits.search,
        same_thing=window.hits.search_same,
        add_hit=window.hits.add,
        leave_out_hit=window.hits.leave_out,
        open_hit=window.hits.open,
        reveal_hit=window.hits.reveal,
        copy_files=window.hits.copy_files,
        copy_paths=window.hits.copy_paths,
        export=window.hits.choose_export,
        select_all=window.results.select_all,
        undo=window.undo.undo,
        redo=window.undo.redo,
        rate=window.marks.rate,
        write_keyword=window.write_keyword,
        trash=window.marks.ask_trash,
        as_grid=lambda: window.results.bar.choose_shape("grid"),
        as_list=lambda: window.results.bar.choose_shape("list"),
        as_timeline=lambda: window.results.bar.choose_shape("timeline"),
        reverse=window.results.bar.reverse.click,
        filter=window.open_filters,
        save_search=window.saved.save,
        run_saved=window.saved.run,
        rename_saved=window.saved.rename,
        remove_saved=window.saved.remove,
        settings=window.show_settings,
        library_column=window.panel.setVisible,
        evidence_column=lambda on: window.show_evidence(),
        full_screen=window.full_screen.switch,
        scheme=window.set_scheme,
        show_keys=window.show_keys,
        quit=window.close,
    )
