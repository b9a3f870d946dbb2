"""An installation on this computer -> findings: each part that works or does not, with a sentence.

examine() runs each check in a worker, as the program uses the part, and compares with a known answer: a sample's
pixels, a nearest vector, a sentence's photo. A library that crashes takes its worker with it, and fails only its own
check. window_library_gap() names the packages that a window lacks on a bare Linux, before Qt aborts the process because
its X11 plugin cannot be loaded; Qt's message names no package.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import platform
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.base.errors import CbirError, message_of
from cbir.base.extras import how_to_install, is_installed_program
from cbir.base.messages import Message, sentences
from cbir.base.resources import resource
from cbir.base.types import Finding
from cbir.loops import place_of_code
from cbir.workers import WorkerPool

PACKAGES = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libbrotlidec.so.1": "libbrotli1",
}


def window_library_gap() -> Message | None:
    """Name the packages that a window on X11 lacks here, in a sentence; None if it can be opened."""
    if not sys.platform.startswith("linux") or (plugin := x11_plugin()) is None:
        return None
    if os.environ.get("QT_QPA_PLATFORM", "xcb").partition(":")[0] != "xcb" or os.environ.get(
        "WAYLAND_DISPLAY"
    ):
        return None  # another plugin is loaded, which needs less
    reason = _load_error(plugin)
    if reason is None:
        return None
    packages = sorted({package for library, package in PACKAGES.items() if _load_error(library) is not None})
    if not packages:
        return Message("The window cannot be opened: {0}", reason)
    return Message(
        "The window needs libraries that this system lacks. On Debian or Ubuntu: sudo apt-get install {0}",
        " ".join(packages),
    )


def x11_plugin() -> str | None:
    spec = importlib.util.find_spec("PySide6")
    if spec is None or not spec.submodule_search_locations:
        return None
    plugin = Path(spec.submodule_search_locations[0]) / "Qt" / "plugins" / "platforms" / "libqxcb.so"
    return str(plugin) if plugin.is_file() else None


def _load_error(library: str) -> str | None:
    try:
        ctypes.CDLL(library)
    except OSError as error:
        return str(error)
    return None


RESOURCES = resource("")
_PHOTO = RESOURCES / "pictures" / "chelsea.jpg"
_ANOTHER = RESOURCES / "pictures" / "rocket.jpg"
_SAME_PICTURE = 0.9  # correlation of greys: a sensor's raw data has other colours
_SIGN = "HARBOUR"
_QM_MAGIC = bytes.fromhex("3cb86418")
_ONE_ONLY = {
    "FAISS": ("faiss-cpu", "faiss-gpu", "faiss-gpu-cu11", "faiss-gpu-cu12", "faiss"),
    "OpenCV": (
        "opencv-python-headless",
        "opencv-python",
        "opencv-contrib-python",
        "opencv-contrib-python-headless",
    ),
}


class LeftOut(CbirError):
    """An optional part is missing."""


def program() -> Message:
    form = (
        Message("an installed program") if is_installed_program() else f"Python {platform.python_version()}"
    )
    return Message("{0} on {1} {2}, {3}.", version("cbir"), platform.system(), platform.machine(), form)


def compiled_loops() -> Message:
    from cbir.images import decode
    from cbir.local_features import describe

    features = describe(decode(_PHOTO.read_bytes(), max_side_px=None).pixels)
    if len(features) < 100:
        raise CbirError("Only {0} features were found in a photo that has hundreds.", len(features))
    place = place_of_code()
    if place is None:
        raise CbirError("They work, but cannot be stored in any folder, so every start is slow.")
    return Message("They work, from {0}.", place)


def opencv() -> Message:
    import cv2

    _only_one("OpenCV")
    pixels = _pixels(_PHOTO)
    written, encoded = cv2.imencode(".png", pixels)
    again = cv2.imdecode(encoded, cv2.IMREAD_COLOR)
    if not written or again is None or not np.array_equal(again, pixels):
        raise CbirError("A picture changes when it is written and read again.")
    return Message("{0}.", _version_of("OpenCV"))


def faiss_search() -> Message:
    from cbir.vectors import active_faiss, nearest

    _only_one("FAISS", active_faiss())
    vectors = np.random.default_rng(1).standard_normal((300, 32), dtype=np.float32)
    queries = vectors[::7] + np.float32(0.01)
    if not np.array_equal(nearest(queries, vectors)[1], np.arange(0, 300, 7)):
        raise CbirError("It does not find the nearest vectors.")
    return Message("{0}: {1}.", _version_of("FAISS"), active_faiss())


def heic() -> Message:
    _read("chelsea.heic")
    return Message("Is read.")


def avif() -> Message:
    _read("chelsea.avif")
    return Message("Is read.")


def camera_raw() -> Message:
    if importlib.util.find_spec("rawpy") is None:
        raise LeftOut("Is not read: the package rawpy is not installed (pip install rawpy).")
    _read("chelsea.dng")
    return Message("Is read, by rawpy {0}.", version("rawpy"))


def codebook() -> Message:
    from cbir.images import decode
    from cbir.local_features import describe
    from cbir.state import shipped_codebook
    from cbir.visual_words import Codebook

    codebook = Codebook.load(shipped_codebook())
    encoded = codebook.encode(describe(decode(_PHOTO.read_bytes(), max_side_px=None).pixels).descriptors)
    return Message(
        "{0} words, {1} of them in a photo of a cat.",
        f"{len(codebook):,}",
        f"{len(np.unique(encoded.words)):,}",
    )


def built_in() -> Message:
    from cbir.embeddings import built_in_model, open_image_tower, open_text_tower, prepare

    model = built_in_model()
    if model is None:
        raise LeftOut("Is not there: sentences search names and metadata only, until a model is installed.")
    with open_text_tower(model, "cpu") as text, open_image_tower(model, "cpu") as image:
        (query,) = text.encode(["a cat"]).vectors
        squares = [prepare(_pixels(path), model.preprocessing) for path in (_PHOTO, _ANOTHER)]
        of_cat, of_rocket = image.encode(np.array(squares)) @ query
    if not of_cat > of_rocket:
        raise CbirError('It takes a photo of a rocket for "a cat".')
    return Message('{0}. It finds "a cat".', version("onnxruntime"))


def text_in_photos() -> Message:
    import cv2

    from cbir.ocr import ReaderMissing, TextReader, find_models

    try:
        models = find_models()
    except ReaderMissing as missing:
        raise LeftOut("{0}", missing) from missing
    picture = np.full((120, 420, 3), 255, np.uint8)
    cv2.putText(picture, _SIGN, (30, 80), cv2.FONT_HERSHEY_SIMPLEX, 2, (0, 0, 0), 3, cv2.LINE_AA)
    page = TextReader(models).read(picture, (420, 120))
    if _SIGN not in "".join(line.text for line in page.lines):
        raise CbirError('The sign "{0}" is not read.', _SIGN)
    return Message("Is read.")


def translations() -> Message:
    files = sorted((RESOURCES / "translations").glob("*.qm"))
    damaged = [path.name for path in files if path.read_bytes()[:4] != _QM_MAGIC]
    if damaged or not files:
        raise CbirError("Missing or damaged: {0}.", ", ".join(damaged) or "all")
    return Message("{0}.", ", ".join(path.stem.removeprefix("cbir_") for path in files))


def window() -> Message:
    if importlib.util.find_spec("PySide6") is None:
        raise LeftOut("PySide6 is not installed: there is no window, and the commands work without it.")
    if (gap := window_library_gap()) is not None:
        raise LeftOut("{0}.", gap)
    return Message("{0}.", version("PySide6-Essentials"))


def graphics_card() -> Message:
    """Check the two ways to use a card: through FAISS, and through torch."""
    from cbir.vectors import gpus, has_cuda, has_driver, try_card

    if not has_driver():
        raise LeftOut("No NVIDIA driver was found. Everything runs on the processor.")
    ways = ["FAISS"] if gpus() else []
    if has_cuda():
        try:
            ways.append(f"torch ({try_card()})")
        except RuntimeError as error:
            reason = str(error).partition("\n")[0]
            raise LeftOut(
                "There is one, but torch cannot use it: {0}. Everything runs on the processor.",
                reason,
            ) from error
    if ways:
        return Message("Is used through {0}.", " and ".join(ways))
    raise LeftOut(
        "There is one, and this installation has no way to it: everything runs on the processor. {0}",
        how_to_install("models"),
    )


def _only_one(library: str, active: Message | None = None) -> None:
    """Raise if two distributions of one library are installed: they overwrite each other's files in one folder.

    active : the one that is imported, in words
    """
    installed = [name for name in _ONE_ONLY[library] if is_installed(name)]
    if len(installed) > 1:
        trouble = Message(
            "{0} are installed in one place, where each overwrites the other. "
            "Uninstall all of them, then install one: pip uninstall {1}",
            " and ".join(installed),
            " ".join(installed),
        )
        raise CbirError(
            trouble if active is None else sentences(trouble, Message("Active now: {0}.", active))
        )


def _version_of(library: str) -> str:
    name = next(filter(is_installed, _ONE_ONLY[library]), None)
    return library if name is None else f"{name} {version(name)}"


def is_installed(distribution: str) -> bool:
    try:
        version(distribution)
    except PackageNotFoundError:
        return False
    return True


def _pixels(path: Path) -> NDArray[np.uint8]:
    from cbir.images import decode

    return decode(path.read_bytes(), max_side_px=None).pixels


def _read(sample: str) -> None:
    """Decode a sample and compare it with the photo that it was made from."""
    import cv2

    pixels = _pixels(RESOURCES / "samples" / sample)
    height, width = pixels.shape[:2]
    expected = cv2.resize(_pixels(_PHOTO), (width, height), interpolation=cv2.INTER_AREA)
    if not np.corrcoef(expected.mean(2).ravel(), pixels.mean(2).ravel())[0, 1] > _SAME_PICTURE:
        raise CbirError("A sample doesn't look as it should.")


_CPU_S = 180.0  # of all cores: each check loads a library
_IDLE_S = 120.0  # it may wait for a graphics card

CHECKS: tuple[tuple[str, Callable[[], Message]], ...] = (
    ("cbir", program),
    ("Compiled loops", compiled_loops),
    ("OpenCV", opencv),
    ("FAISS", faiss_search),
    ("HEIC", heic),
    ("AVIF", avif),
    ("Camera raw", camera_raw),
    ("Visual words", codebook),
    ("Built-in model (ONNX Runtime)", built_in),
    ("Text in photos", text_in_photos),
    ("Translations", translations),
    ("Window (Qt)", window),
    ("Graphics card", graphics_card),
)


def examine() -> Iterator[Finding]:
    """Try every part of the program on this computer."""
    with WorkerPool(1, cpu_s=_CPU_S, idle_s=_IDLE_S, worker_bytes=None) as pool:
        for name, check in CHECKS:
            try:
                yield Finding(name=name, works=True, words=pool.submit(check).result())
            except LeftOut as absent:
                yield Finding(name=name, works=None, words=absent.message)
            except Exception as error:  # any error of a library is the finding
                words = message_of(error) if str(error) else Message("{0}", type(error).__name__)
                yield Finding(name=name, works=False, words=words)
