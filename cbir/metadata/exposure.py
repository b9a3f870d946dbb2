"""Numbers of an exposure -> those that are stored: rounded, and None for those that no camera has.

Exif 2.32, 4.6.5 and annex C (APEX).
"""

from __future__ import annotations

from collections.abc import Sequence

_MAX_APERTURE = 1000.0  # pinholes are below 500
_MAX_TIME_S = 7 * 86_400.0
_MAX_FOCAL_MM = 100_000.0  # telescopes
_MAX_WHOLE = 10_000_000  # ISO of the fastest cameras is 4 million


def rounded_aperture(number: float | None) -> float | None:
    """An f-number with two decimals."""
    return round(number, 2) if number is not None and 0.1 <= number <= _MAX_APERTURE else None


def usable_time(seconds: float | None) -> float | None:
    """Seconds, not rounded, so that 1/60 of a file equals a typed 1/60."""
    return seconds if seconds is not None and 0 < seconds <= _MAX_TIME_S else None


def rounded_focal(millimetres: float | None) -> float | None:
    return round(millimetres, 2) if millimetres is not None and 0.1 <= millimetres <= _MAX_FOCAL_MM else None


def whole(number: float | None) -> int | None:
    return round(number) if number is not None and 1 <= number <= _MAX_WHOLE else None


def aperture_of_apex(value: float | None) -> float | None:
    """f-number of an aperture value: N = 2^(Av / 2), with one decimal, as lenses have it."""
    if value is None or not -4 <= value <= 20:
        return None
    aperture = rounded_aperture(2 ** (value / 2))
    return None if aperture is None else round(aperture, 1)


def time_of_apex(value: float | None) -> float | None:
    """Seconds of a shutter speed value: t = 2^-Tv."""
    return usable_time(2.0**-value) if value is not None and -20 <= value <= 30 else None


def lens_of_specification(numbers: Sequence[float | None]) -> str | None:
    """`24-70mm f/2.8` of the least and greatest focal length, and the least f-number at each. None: unknown"""
    if len(numbers) < 4:
        return None
    near, far, wide, long = numbers[:4]
    if not near or rounded_focal(near) is None:
        return None
    focal = f"{near:g}mm" if not far or far == near else f"{near:g}-{far:g}mm"
    apertures = [f"{number:.1f}".removesuffix(".0") for number in (wide, long) if number]
    return f"{focal} f/{'-'.join(dict.fromkeys(apertures))}" if apertures else focal


def fraction(text: str | None) -> float | None:
    """A number of XMP: `28/10`, or a decimal."""
    above, _, below = (text or "").strip().partition("/")
    try:
        return float(above) / float(below) if below else float(above)
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
