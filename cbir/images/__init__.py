"""Photo file -> Image: a file's format, the cost of decoding it, and its pixels.

Call read_file() and read_header() first, then decode(). All decoding belongs in a worker process (see cbir.workers).
Nothing here imports OpenCV or Pillow before the first picture is decoded.
"""

from cbir.images.colors import color_shares
from cbir.images.decoding import clip_region, decode, decode_region, profile_to_keep, working_image
from cbir.images.documents import DOCUMENT_PX, has_plain_ground, is_document, is_paper, may_have_plain_ground
from cbir.images.encoding import blurred, encode_picture
from cbir.images.extras import find_extras
from cbir.images.files import FileUnreadable, opened
from cbir.images.formats import (
    PICTURE_SUFFIXES,
    REVISED_SUFFIXES,
    is_of_live_photo,
    is_video,
    kind_of_file,
    live_stems,
    looks_like_picture,
    sniff,
    still_needs_package,
)
from cbir.images.header import DecodeOptions, read_header
from cbir.images.image_data import image_data_fingerprint, pixel_fingerprint
from cbir.images.quick import QuickThumbnail, quick_thumbnail
from cbir.images.reading import KnownContent, content_of, read_beginning, read_file
from cbir.images.shots import MOST_MOMENTS, ShotState
from cbir.images.thumbnails import decode_thumbnail, encode_thumbnail
from cbir.images.video import (
    VIDEO,
    KeyFrame,
    Video,
    moment_fingerprint,
    opened_video,
    video_fingerprint,
)
