"""What the window shows -> which of its actions can be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.shell.main_window import MainWindow


def update_actions(window: MainWindow) -> None:
    """Enable what can be done with what is shown and selected now, and nothing else."""
    actions, search = window.actions_, window.search
    for action in (*actions.of_a_hit, *actions.of_marks):
        action.setEnabled(window.pages.current_hit() is not None)
    actions.show_steps(window.undo.last, window.undo.next)
    comparable = search.query.has_picture and not window.pages.on_match
    actions.compare.setEnabled(actions.compare.isEnabled() and comparable)
    actions.frame.setEnabled(search.picture is not None or window.pages.on_photo)
    actions.clear_query.setEnabled(not search.query.empty)
    actions.save_search.setEnabled(not search.query.empty)
    actions.again.setEnabled(not search.query.empty)
    actions.back.setEnabled(search.can_go_back)
    actions.forward.setEnabled(search.can_go_forward)
    info = window.library.info
    actions.update_library.setEnabled(info is not None and bool(info.roots))
    actions.show_skipped.setEnabled(info is not None and bool(info.skipped))
    for action in (actions.show_library, actions.check, actions.back_up, actions.follow):
        action.setEnabled(info is not None)
    root = window.panel.current_root()
    for action in actions.of_a_folder:
        action.setEnabled(root is not None)
    actions.reveal_folder.setEnabled(root is not None and root.online)
    hit = window.pages.current_hit()
    for action in (actions.open_hit, actions.open_with, actions.reveal_hit, actions.export):
        action.setEnabled(hit is not None and not hit.offline)
    actions.select_all.setEnabled(window.results.shows_hits)
