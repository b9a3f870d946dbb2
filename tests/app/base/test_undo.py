"""Undo and redo; a redo is refused once something else was done meanwhile."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from cbir_app.base.undo import MAX_STEPS, LineEdit, Step, UndoStack


def _step(log, name):
    return Step(words=name, undo=lambda: log.append(f"-{name}"), redo=lambda: log.append(f"+{name}"))


def test_steps_are_undone_and_redone_in_their_order():
    log = []
    stack = UndoStack()
    for name in "ab":
        stack.record(_step(log, name))
    for go in (stack.undo, stack.undo, stack.undo, stack.redo, stack.redo, stack.redo, stack.undo):
        go()
    assert log == ["-b", "-a", "+a", "+b", "-b"]


def test_a_new_step_ends_what_could_be_redone():
    log = []
    stack = UndoStack()
    stack.record(_step(log, "a"))
    stack.undo()
    stack.record(_step(log, "b"))
    assert stack.next is None
    stack.redo()
    assert log == ["-a"]


def test_a_revised_step_takes_the_place_of_the_last():
    log = []
    stack = UndoStack()
    stack.record(_step(log, "a"))
    stack.record(_step(log, "b"))
    stack.revise(_step(log, "c"))
    stack.undo()
    stack.undo()
    assert log == ["-c", "-a"]


def test_steps_that_are_forgotten_are_neither_undone_nor_redone():
    log = []
    stack = UndoStack()
    a, b, _, d = steps = [_step(log, name) for name in "abcd"]
    for step in steps:
        stack.record(step)
    stack.undo()
    stack.undo()
    log.clear()
    stack.forget({a, d})
    for go in (stack.redo, stack.redo, stack.undo, stack.undo, stack.undo):
        go()
    assert log == ["+c", "-c", "-b"]
    assert (stack.last, stack.next) == (None, b)


def test_undo_waits_for_the_step_of_a_change_that_is_under_way():
    log = []
    stack = UndoStack()
    stack.record(_step(log, "a"))
    stack.expect()
    stack.undo()
    assert log == [] and stack.waits
    stack.record(_step(log, "b"))
    stack.settle()
    assert log == ["-b"] and not stack.waits
    stack.expect()
    stack.undo()
    stack.undo()
    stack.settle()  # it has changed nothing
    assert log == ["-b", "-a"]


def test_old_steps_are_forgotten():
    stack = UndoStack()
    for number in range(MAX_STEPS + 5):
        stack.record(_step([], str(number)))
    undone = 0
    while stack.last is not None:
        stack.undo()
        undone += 1
    assert undone == MAX_STEPS


def test_each_change_is_told():
    told = []
    stack = UndoStack()
    stack.changed.connect(lambda: told.append("changed"))
    changes = (
        lambda: stack.record(_step([], "a")),
        stack.undo,
        stack.redo,
        lambda: stack.forget(()),
    )
    for count, go in enumerate(changes, start=1):
        go()
        assert len(told) == count


def test_a_field_keeps_undo_and_redo_only_while_it_has_something_of_its_own(qtbot):
    field = LineEdit()
    qtbot.addWidget(field)

    def keeps(held):
        event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Z, held)
        event.accept()
        handled = QApplication.sendEvent(field, event)
        assert handled == event.isAccepted()
        return handled

    undo = Qt.KeyboardModifier.ControlModifier
    redo = undo | Qt.KeyboardModifier.ShiftModifier
    assert not keeps(undo) and not keeps(redo)
    field.insert("boat")
    assert keeps(undo) and not keeps(redo)
    field.undo()
    assert not keeps(undo) and keeps(redo)
