from pathlib import Path

import cv2
import numpy as np
import pytest

from cbir.base.errors import ImageUnreadable
from cbir.base.types import Moment, file_of, moment_name, moment_of
from cbir.images import decode, opened_video, read_file
from tests.videos import scene, write_video


def times(path, step_ms=1000):
    with opened_video(path) as video:
        return [frame.ms for frame in video.key_frames(-1, step_ms)]


def test_a_path_below_a_video_stands_for_a_moment_and_names_sort_by_time():
    moment = Moment(Path("a/film.mp4"), 3_723_045)
    assert moment.path == Path("a/film.mp4/01h02m03.045s")
    assert moment_of(moment.path) == moment
    assert moment.clock == "1:02:03" and Moment(Path("f"), 62_900).clock == "1:02"
    assert file_of(moment.path) == Path("a/film.mp4") and file_of(Path("a/b.jpg")) == Path("a/b.jpg")
    assert moment_of(Path("a/b.jpg")) is None
    assert sorted(moment_name(ms) for ms in (36_000_000, 9_000, 10_000)) == [
        moment_name(ms) for ms in (9_000, 10_000, 36_000_000)
    ]


@pytest.mark.parametrize(
    ("name", "codec"),
    [
        ("a.mp4", "mp4v"),
        ("a.avi", "MJPG"),
        ("a.avi", "XVID"),
        ("a.mkv", "mp4v"),
        ("a.webm", "VP80"),
        ("a.webm", "VP90"),
    ],
)
def test_a_moment_is_read_as_the_picture_that_was_shown_at_its_time(tmp_path, name, codec):
    scenes = [scene(seed) for seed in range(4)]
    path = write_video(tmp_path / name, [picture for picture in scenes for _ in range(30)], codec)
    kept = times(path)
    assert len(kept) >= 3 and kept == sorted(set(kept))
    for ms in kept:
        picture = decode(read_file(Moment(path, ms).path).data, max_side_px=None).pixels
        distances = [np.abs(picture.astype(int) - other).mean() for other in scenes]
        assert int(np.argmin(distances)) == ms * 30 // 30_000, (ms, distances)
        assert min(distances) < 12


def test_moments_of_one_video_have_contents_of_their_own_that_stay_the_same(tmp_path):
    path = write_video(tmp_path / "a.mp4", [scene(seed) for seed in range(4) for _ in range(30)])
    kept = times(path)
    names = [read_file(Moment(path, ms).path).fingerprint for ms in kept]
    assert len(set(names)) == len(names)
    assert read_file(Moment(path, kept[0]).path).fingerprint == names[0]
    copy = tmp_path / "copy.mp4"
    copy.write_bytes(path.read_bytes())
    assert read_file(Moment(copy, kept[0]).path).fingerprint == names[0]


def test_key_frames_are_a_step_apart_or_the_last_and_continue_after_a_time(tmp_path):
    path = write_video(tmp_path / "a.avi", [scene(number // 30) for number in range(150)], "MJPG")
    with opened_video(path) as video:
        assert video.ms == 5000 and video.size == (320, 240)
        assert [frame.ms for frame in video.key_frames(-1, 2000)] == [0, 2000, 4000]
        assert [frame.ms for frame in video.key_frames(2000, 1000)] == [3000, 4000, 4967]


@pytest.mark.parametrize(
    ("name", "codec"),
    [("a.mp4", "mp4v"), ("a.avi", "XVID"), ("a.mkv", "mp4v"), ("a.webm", "VP80"), ("a.webm", "VP90")],
)
def test_the_last_frame_follows_the_key_frames_and_can_be_read_again(tmp_path, name, codec):
    first, last = scene(1), scene(2)
    path = write_video(tmp_path / name, [*[first] * 29, *[last] * 4], codec)
    kept = times(path, 100)
    assert kept == sorted(set(kept)) and abs(kept[-1] - 32 * 1000 / 30) <= 1
    with opened_video(path) as video:
        assert [frame.ms for frame in video.key_frames(kept[-1], 100)] == []
    picture = decode(read_file(Moment(path, kept[-1]).path).data, max_side_px=None).pixels.astype(int)
    assert np.abs(picture - last).mean() < np.abs(picture - first).mean() / 3


def test_a_last_frame_that_takes_long_to_reach_is_left_out(tmp_path, monkeypatch):
    path = write_video(tmp_path / "a.mp4", [*[scene(1)] * 29, *[scene(2)] * 4])
    with_last = times(path, 100)
    monkeypatch.setattr("cbir.images.video._MOST_TAIL_PIXELS", 320 * 240 * 2)
    assert times(path, 100) == with_last[:-1]


PLAYLIST = b"#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nsecret.ts\n#EXT-X-ENDLIST\n"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "The file is empty."),
        (b"\xff\xd8\xff" + bytes(500), "This is not a video of a known kind."),
        (PLAYLIST, "This is not a video of a known kind."),
        (b"ffconcat version 1.0\nfile secret.mp4\n", "This is not a video of a known kind."),
        (
            b"\0\0\0\x18ftypisom\0\0\0\0isomiso2" + bytes(5000),
            "The video is damaged, or of a kind that cannot be read.",
        ),
    ],
)
def test_other_files_are_refused_before_a_reader_can_follow_what_they_say(tmp_path, data, reason):
    path = tmp_path / "a.mp4"
    path.write_bytes(data)
    with pytest.raises(ImageUnreadable) as error, opened_video(path):
        pass
    assert str(error.value) == reason


def test_a_moment_that_a_video_does_not_have_and_a_missing_video_are_named(tmp_path):
    path = write_video(tmp_path / "a.avi", [scene(0)] * 30, "MJPG")
    with pytest.raises(ImageUnreadable, match="no picture at 1:00"):
        read_file(Moment(path, 60_000).path)
    with pytest.raises(ImageUnreadable, match="The file has moved"):
        read_file(Moment(tmp_path / "gone.mp4", 0).path)
    with pytest.raises(ImageUnreadable, match="This is a folder"):
        read_file(Moment(tmp_path, 0).path)


def test_a_cut_off_or_damaged_video_keeps_the_frames_that_can_be_decoded(tmp_path):
    path = write_video(tmp_path / "a.avi", [scene(number // 15) for number in range(150)], "MJPG")
    whole = times(path)
    data = bytearray(path.read_bytes())
    path.write_bytes(data[: len(data) // 2])
    assert 1 <= len(times(path)) < len(whole)
    rng = np.random.default_rng(3)
    for at in rng.integers(len(data) // 4, len(data), 400):
        data[at] = rng.integers(256)
    path.write_bytes(data)
    assert len(times(path)) <= len(whole)


def test_frames_larger_than_any_camera_records_are_refused(tmp_path, monkeypatch):
    path = write_video(tmp_path / "a.avi", [scene(0)] * 3, "MJPG")
    monkeypatch.setattr("cbir.images.video.MAX_VIDEO_PIXELS", 320 * 240 - 1)
    with pytest.raises(ImageUnreadable, match="The video has 320 x 240 pixels"), opened_video(path):
        pass


def test_a_turned_frame_is_upright_as_players_show_it(tmp_path):
    wide = np.zeros((48, 64, 3), np.uint8)
    wide[:, :32] = 255
    path = write_video(tmp_path / "a.mp4", [wide] * 10)
    data = bytearray(path.read_bytes())
    upright = (0x10000).to_bytes(4, "big") + bytes(12) + (0x10000).to_bytes(4, "big")
    at = data.index(upright, data.index(b"tkhd"))
    # ISO/IEC 14496-12, 8.3.2: turned a quarter, clockwise
    data[at : at + 20] = (
        bytes(4) + (0x10000).to_bytes(4, "big") + bytes(4) + (0xFFFF0000).to_bytes(4, "big") + bytes(4)
    )
    path.write_bytes(data)
    with opened_video(path) as video:
        (frame, *_) = video.key_frames(-1, 1000)
        assert video.size == (48, 64)
    assert frame.pixels.shape == (64, 48, 3)
    assert frame.pixels[:24].mean() > 200 > 50 > frame.pixels[40:].mean()
    assert cv2.VideoCapture(str(path)).read()[1].shape == (64, 48, 3)
