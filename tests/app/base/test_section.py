"""A section that folds away."""

from PySide6.QtWidgets import QLabel

from cbir_app.base.section import Section


def test_the_arrow_and_the_name_of_a_section_say_whether_it_is_open(qtbot, theme):
    section = Section(theme, "People", QLabel("Anna"))
    qtbot.addWidget(section)

    def arrow():
        return section.heading.icon().pixmap(14).toImage()

    is_open = arrow()
    assert section.heading.accessibleName() == "People: fold away"
    section.set_open(False)
    assert section.heading.accessibleName() == "People: unfold"
    assert arrow() != is_open
    section.set_open(True)
    assert arrow() == is_open
