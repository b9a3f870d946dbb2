"""Small videos for tests, written by OpenCV."""

import cv2
import numpy as np


def scene(seed: int, width: int = 320, height: int = 240) -> np.ndarray:
    """A drawn picture with details, (h, w, 3) uint8 RGB; other seeds give other pictures."""
    rng = np.random.default_rng(seed)
    picture = np.full((height, width, 3), rng.integers(40, 220, 3), np.uint8)
    for _ in range(60):
        x, y = int(rng.integers(width)), int(rng.integers(height))
        size, color = int(rng.integers(5, 50)), tuple(map(int, rng.integers(0, 256, 3)))
        if rng.random() < 0.5:
            cv2.circle(picture, (x, y), size // 2, color, -1)
        else:
            cv2.rectangle(picture, (x, y), (x + size, y + size), color, -1)
    return picture


def write_video(path, frames, codec="mp4v", rate=30.0):
    """Write a video of RGB frames. Returns its path."""
    height, width = frames[0].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*codec), rate, (width, height))
    assert writer.isOpened(), codec
    for frame in frames:
        writer.write(cv2.cvtColor(frame, cv2.COLOR_RGB2BGR))
    writer.release()
    return path
