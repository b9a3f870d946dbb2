"""captions.json -> photos with their captions.

Either an object, photo -> caption or list of captions; or an object with "images", a list of objects with "path" and
"captions". Paths are relative to the file's own folder, or absolute.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cbir.errors import CbirError


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptionedFile:
    """A photo and what is said of it, at least one sentence."""

    path: Path
    captions: tuple[str, ...]


def read_captions(path: Path) -> tuple[CaptionedFile, ...]:
    """Read a captions file; photos without a caption are left out.

    Raises CbirError where it cannot be read, or says something else than which photo has which captions.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CbirError(f"{path} cannot be read: {error.strerror or error}.") from error
    except ValueError as error:
        raise CbirError(f"{path} is not JSON that can be read ({error}).") from error
    found: dict[Path, list[str]] = {}
    for name, captions in _entries(content, path):
        texts = [captions] if isinstance(captions, str) else captions
        if (
            not isinstance(name, str)
            or not isinstance(texts, list)
            or not all(isinstance(t, str) for t in texts)
        ):
            raise CbirError(f"{path} must say for each photo its caption, or a list of captions.")
        found.setdefault(path.parent / name, []).extend(text.strip() for text in texts if text.strip())
    return tuple(CaptionedFile(path=photo, captions=tuple(texts)) for photo, texts in found.items() if texts)


def _entries(content: Any, path: Path) -> Iterator[tuple[Any, Any]]:
    if isinstance(content, dict) and isinstance(content.get("images"), list):
        for entry in content["images"]:
            if not isinstance(entry, dict) or not {"path", "captions"} <= set(entry):
                raise CbirError(f'In {path}, each of "images" must have "path" and "captions".')
            yield entry["path"], entry["captions"]
    elif isinstance(content, dict):
        yield from content.items()
    else:
        raise CbirError(f"{path} must be a JSON object: photo, then its captions.")
