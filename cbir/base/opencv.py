"""OpenCV, imported when it is first used: a search by typed words, and most commands, need none of it.

Its import takes .12 s of a command that ends within one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import cv2
else:

    class _OpenCv:
        """Stands for the module."""

        def __getattr__(self, name: str) -> Any:
            import cv2

            return getattr(cv2, name)

    cv2 = _OpenCv()

__all__ = ["cv2"]
