"""A section that folds away."""

from PySide6.QtWidgets import QLabel

from cbir_app.base.section import Section


def test_the_arrow_of_a_section_shows_whether_it_is_open(qtbot, theme):
    section = Section(theme, "People", QLabel("Anna"))
    qtbot.addWidget(section)

    def arrow():
        return section.heading.icon().pixmap(14).toImage()

    is_open = arrow()
    section.set_open(False)
    assert arrow() != is_open
    section.set_open(True)
    assert arrow() == is_open
