"""A window on screen -> what is cut off, lies outside or lies over something else in it."""

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QComboBox,
    QLabel,
    QLineEdit,
    QScrollArea,
    QSplitterHandle,
    QToolButton,
    QWidget,
)

from cbir_app.base.page import ElidedCombo, ElidedLabel

READ = ("text", "dim")
GROUNDS = ("base", "panel", "raised", "hover", "accent_soft", "warning_soft")
LEAST_CONTRAST = 4.5


def faults(window):
    """Sentences about visible widgets, none where all is well."""
    return [*_clipped(window), *_outside(window), *_overlapping(window), *_scrolled(window)]


def _scrolled(window):
    """Problems inside scroll areas, in which only the height may exceed the edge."""
    for area in _shown(window):
        if isinstance(area, QScrollArea) and (inside := area.widget()) is not None:
            yield from faults(inside)
            if inside.width() > area.viewport().width() and not area.horizontalScrollBar().isVisible():
                yield f"{_named(area)} cuts off what it holds at the side"


def _named(widget):
    text = getattr(widget, "text", lambda: "")() or widget.accessibleName() or widget.objectName()
    return f"{type(widget).__name__} “{text}”"


def _shown(window):
    """The visible part: content of a scroll area may lie beyond its edge."""
    for widget in window.findChildren(QWidget):
        if (
            widget.isVisibleTo(window)
            and widget.window() is window.window()
            and not _is_scrolled(widget, window)
        ):
            yield widget


def _is_scrolled(widget, window):
    parent = widget.parentWidget()
    while parent is not None and parent is not window:
        if isinstance(parent, QAbstractScrollArea):
            return True
        parent = parent.parentWidget()
    return False


def _clipped(window):
    for widget in _shown(window):
        if isinstance(widget, ElidedLabel | ElidedCombo | QLineEdit) or not isinstance(
            widget, QLabel | QAbstractButton | QComboBox
        ):
            continue
        if isinstance(widget, QLabel) and widget.wordWrap():
            if widget.text() and widget.height() < widget.heightForWidth(widget.width()):
                yield f"{_named(widget)} has no room for its lines"
            continue
        if isinstance(widget, QLabel) and widget.hasScaledContents():
            continue  # its picture takes the size of the label
        needed = widget.sizeHint()
        if isinstance(widget, QToolButton) and widget.objectName() == "heading":
            continue  # it has the width of its column, and its words begin at the left
        if widget.width() < needed.width() or widget.height() < needed.height():
            room = f"{widget.width()}x{widget.height()}"
            yield f"{_named(widget)} has {room} and needs {needed.width()}x{needed.height()}"


def _place(widget, window):
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


def _outside(window):
    for widget in _shown(window):
        parent = widget.parentWidget()
        if parent is not None and not parent.rect().contains(widget.geometry()) and widget.width() > 1:
            yield f"{_named(widget)} lies outside of {_named(parent)}"


def _overlapping(window):
    shown = [one for one in _shown(window) if not isinstance(one, QSplitterHandle)]
    leaves = [one for one in shown if isinstance(one, QLabel | QAbstractButton | QComboBox | QLineEdit)]
    inside = {leaf for leaf in leaves for other in leaves if other is not leaf and other.isAncestorOf(leaf)}
    free = [leaf for leaf in leaves if leaf not in inside]
    for at, one in enumerate(free):
        for other in free[at + 1 :]:
            shared = _place(one, window) & _place(other, window)
            if shared.width() > 1 and shared.height() > 1:
                yield f"{_named(one)} and {_named(other)} lie over each other"


def contrast(one, other):
    """The ratio of two colours as WCAG 2.2 defines it, 1 to 21."""

    def luminance(colour):
        channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def faint(colours):
    """The pairs of colours that a text of the window may have and that are too alike to be read."""
    pairs = [(read, ground) for read in READ for ground in GROUNDS]
    pairs += [("accent_text", "base"), ("accent_text", "panel"), ("accent_text", "accent_soft")]
    pairs += [("on_accent", "accent"), ("on_accent", "accent_hover")]
    rated = {
        f"{read} on {ground}": contrast(getattr(colours, read), getattr(colours, ground))
        for read, ground in pairs
    }
    return [f"{pair}: {ratio:.2f}" for pair, ratio in rated.items() if ratio < LEAST_CONTRAST]


def focusable(window):
    """Visible controls that no key comes to."""
    controls = [one for one in _shown(window) if isinstance(one, QAbstractButton | QComboBox | QLineEdit)]
    return [
        control
        for control in controls
        if not control.focusPolicy() & Qt.FocusPolicy.TabFocus and control.isEnabled()
    ]
