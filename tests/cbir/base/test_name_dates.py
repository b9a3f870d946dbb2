"""Dates in the names of files: those of cameras, phones, screenshots and messengers, and numbers that are none."""

import pytest

from cbir.base.name_dates import date_in_name


@pytest.mark.parametrize(
    ("name", "date"),
    [
        ("IMG_20190704_101530.jpg", "2019-07-04T10:15:30"),
        ("IMG20190704101530.jpg", "2019-07-04T10:15:30"),
        ("PXL_20210704_081530123.MP.jpg", "2021-07-04T08:15:30"),
        ("20190704T101530.jpg", "2019-07-04T10:15:30"),
        ("Screenshot_20190704-101530_Maps.jpg", "2019-07-04T10:15:30"),
        ("Screenshot_2019-07-04-10-15-30.png", "2019-07-04T10:15:30"),
        ("Screenshot 2019-07-04 at 1.15.30 PM.png", "2019-07-04T13:15:30"),
        ("Screenshot 2019-07-04 at 12.15.30\u202fAM.png", "2019-07-04T00:15:30"),
        ("Schermata 2019-07-04 alle 10.15.30.png", "2019-07-04T10:15:30"),
        ("WhatsApp Image 2019-07-04 at 10.15.30.jpeg", "2019-07-04T10:15:30"),
        ("IMG-20190704-WA0001.jpg", "2019-07-04"),
        ("signal-2019-07-04-101530.jpg", "2019-07-04T10:15:30"),
        ("2019-07-04 beach.jpg", "2019-07-04"),
        ("2019_07_04-1.jpg", "2019-07-04"),
        ("1956-07-04 wedding.jpg", "1956-07-04"),
        ("20190704.jpg", "2019-07-04"),
        ("20190704_256199.jpg", "2019-07-04"),  # no time of day
        ("2019-07-04_12345.jpg", "2019-07-04"),
        ("12345678_2019-07-04.jpg", "2019-07-04"),
        ("caf\udce9 20190704.jpg", "2019-07-04"),  # not text in any encoding
    ],
)
def test_the_date_in_a_name_is_read(name, date):
    assert date_in_name(name) == date
    assert date_in_name(f"1999-01-01/{name}") == date, "the folder's is not the photo's"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "DSC_0001.jpg",
        "P1070204.JPG",
        "12345678.jpg",  # no such day
        "20190230.jpg",
        "2019-13-04.jpg",
        "20991231.jpg",  # not yet
        "19560704.jpg",  # eight digits of a time without digital pictures
        "201907041.jpg",
        "320190704.jpg",
        "FB_IMG_1562236800000.jpg",
        "3f20190704ab.jpg",  # part of a checksum
        "2019-07.jpg",
        "2019-07-041.jpg",
        "2019/07/04/a.jpg",
    ],
)
def test_a_plain_number_is_no_date(name):
    assert date_in_name(name) is None
