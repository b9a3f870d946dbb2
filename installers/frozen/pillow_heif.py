"""pi-heif under the name of pillow-heif: the same reader, without the x265 encoder, which is under the GPL."""

from pi_heif import HeifImageFile, options

__all__ = ["HeifImageFile", "options"]
