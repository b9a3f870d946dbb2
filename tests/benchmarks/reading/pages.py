"""Pictures with known words on them, by condition: 200 in all."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from cbir.evaluation import Pixels

_WORDS = (
    "platform arrival invoice espresso kitchen museum gallery ticket passport summer bridge harbour engine "
    "window letter number signal market garden railway station receipt total amount customer Friday October "
    "boarding delivery fragile warning exit entrance library reading history science northern southern"
).split()
_ACCENTED = (
    "città perché Müller Straße façade garçon São João señor niño crème brûlée Zürich Köln déjà naïve".split()
)
_DENSE = "東京 大阪 出口 入口 禁煙 危険 注意 写真 北京 上海 中国 日本 銀行 病院 学校 電話".split()
_FONTS = (
    "DejaVuSans.ttf",
    "DejaVuSerif.ttf",
    "NimbusRoman-Regular.otf",
    "NimbusSans-Bold.otf",
    "C059-Italic.otf",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """condition : as the table names it. words : on the picture"""

    condition: str
    pixels: Pixels
    words: tuple[str, ...]


def pictures(dense_font: Path | None) -> Iterator[Written]:
    """Ten pictures of each condition. dense_font : one with Chinese and Japanese signs; None leaves these out"""
    draw = np.random.default_rng(23)
    for size_px in (8, 10, 12, 16, 24, 40, 80):
        yield from _ten(draw, f"{size_px} px", size_px=size_px)
    for angle in (90, 180, 270, 15, -15):
        yield from _ten(draw, f"turned by {angle} degrees", angle=angle)
    yield from _ten(draw, "light on dark", dark=True)
    yield from _ten(draw, "little contrast", ink=0.25)
    yield from _ten(draw, "noise, sigma 25", noise=25)
    yield from _ten(draw, "JPEG quality 30", quality=30)
    yield from _ten(draw, "12 px, JPEG quality 30", size_px=12, quality=30)
    yield from _ten(draw, "accents", words=_ACCENTED)
    yield from _ten(draw, "digits", words=[f"{n}" for n in draw.integers(100, 99999, 60)])
    if dense_font is not None:
        yield from _ten(draw, "Chinese and Japanese", words=_DENSE, fonts=(str(dense_font),))


def _ten(
    draw: np.random.Generator,
    condition: str,
    *,
    size_px: int = 28,
    angle: float = 0.0,
    dark: bool = False,
    ink: float = 1.0,
    noise: float = 0.0,
    quality: int = 90,
    words: list[str] = _WORDS,
    fonts: tuple[str, ...] = _FONTS,
) -> Iterator[Written]:
    for at in range(10):
        font = _font(fonts[at % len(fonts)], size_px)
        count = 3 if size_px >= 80 else 8
        chosen = [str(word) for word in draw.choice(words, count, replace=False)]
        pixels = _page(chosen, font, size_px, draw.uniform(90, 140, 3), dark=dark, ink=ink)
        picture = Image.fromarray(pixels)
        if angle:
            picture = picture.rotate(
                angle, resample=Image.Resampling.BICUBIC, fillcolor=picture.getpixel((0, 0))
            )
        noisy = np.asarray(picture) + draw.normal(0, noise or 1e-9, (*picture.size[::-1], 3))
        yield Written(condition=condition, pixels=_coded(noisy, quality), words=tuple(chosen))


def _page(
    words: list[str],
    font: ImageFont.FreeTypeFont | ImageFont.ImageFont,
    size_px: int,
    tint: np.ndarray[tuple[int], np.dtype[np.float64]],
    *,
    dark: bool,
    ink: float,
) -> Pixels:
    """Words on a page of 960 x 720 that grows lighter to one side."""
    shade = np.linspace(0, 30, 960)[None, :, None]
    paper = np.broadcast_to((tint * 0.5 if dark else tint + 85) + shade, (720, 960, 3)).clip(0, 255)
    letters = Image.new("L", (960, 720))
    draw = ImageDraw.Draw(letters)
    columns = 1 if size_px >= 80 else 2
    for at, word in enumerate(words):
        row, column = divmod(at, columns)
        draw.text((150 + 400 * column, 160 + max(40, 1.6 * size_px) * row), word, fill=255, font=font)
    cover = np.asarray(letters)[:, :, None] / 255 * ink
    return (paper * (1 - cover) + cover * (245 if dark else 20)).astype(np.uint8)


def _coded(pixels: np.ndarray[tuple[int, ...], np.dtype[np.float64]], quality: int) -> Pixels:
    stream = io.BytesIO()
    Image.fromarray(pixels.clip(0, 255).astype(np.uint8)).save(stream, "JPEG", quality=quality)
    return np.asarray(Image.open(stream).convert("RGB"))


def _font(name: str, size_px: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    try:
        return ImageFont.truetype(name, size_px)
    except OSError:
        return ImageFont.load_default(size=size_px)
