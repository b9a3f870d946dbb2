"""Choices for planting: faults by name, and harmless changes."""

from tests.planting.faults import Fault

# What a kind of picture is charged for a pixel, and one byte more.
_CHARGED = (
    *('"PNG": 5,', '"TIFF": 9,', '"BMP": 5,', '"PPM": 5,', '"GIF": 6,', '"WebP": 10,', '"HEIF": 11,'),
    *('"AVIF": 12,', '"Photoshop": 9,', '"TGA": 9,', '"DDS": 9,', '"ICO": 9,', '"DIB": 5,'),
    "raw.KIND: 13,  # of the sensor's pixels; a preview is charged for as the JPEG that it is",
    '"JPEG 2000": 21,  # OpenJPEG has 32 bits for each component',
)
# Why a survivor may live: no answer, file or message differs. By module and what the line becomes.
HARMLESS = {
    **{
        ("cbir/images/header.py", line): "a little more of the memory that is shared; no picture differs"
        for line in _CHARGED
    },
    (
        "cbir/images/header.py",
        "and (samples.chunk_bytes < WHOLE_BYTES),",
    ): "no picture has rows of exactly so many bytes",
    (
        "cbir/images/icc.py",
        "return np.where((lightness >= 8), root**3, lightness / 903.3).astype(np.float32)",
    ): "both curves meet at 8",
    (
        "cbir/images/packed.py",
        "(273, (after if count == 1 else starts[0])), (277, 1), (278, rows[0]),",
    ): "each strip is then unpacked by itself",
    (
        "cbir/images/thumbnails.py",
        'sealed = (len(data) >= _CHECK_BYTES) and zlib.crc32(jpeg) == int.from_bytes(check, "little")',
    ): "a checksum alone has no picture either",
    (
        "cbir/indexing/watch.py",
        "next_missing = (time.monotonic() - self.options.drives_s)",
    ): "one look for drives at once, and the next in time",
    (
        "cbir/search/meaning/keyword_suggestions.py",
        "if (margin > 0) and keyword_key(word) not in have[photo]",
    ): "no margin is exactly 0",
    (
        "cbir/search/stages/recognised_text.py",
        "sure = [hit for hit in candidates if hit.strong and (shares.get(hit.photo.photo, 0.0) > least)]",
    ): "no share is exactly this",
    (
        "cbir/visual_words/inverted_index.py",
        "most_postings: int = 16000001  # that a query reads: 147 MB; docs/scale.md has the cost",
    ): "one posting more is read",
    (
        "cbir/vectors/reranking.py",
        "for places, keep in zip(self.row_places, keeps, strict=False):",
    ): "both have an entry for each segment",
    (
        "app/cbir_app/viewer/reasons.py",
        "against = [term.word for term in shares if (term.sign <= 0) and term.share < 0]",
    ): "a sign is 1 or -1",
    (
        "cbir/images/image_data.py",
        "yield memoryview(bytes([flags, *body[2:]]))",
    ): "the byte is reserved, and 0",
    (
        "cbir/service/remote.py",
        "answer = self.ask_engine(1, LibraryRequest(sizes=False))",
    ): "no request has this number yet either",
    ("cbir/base/artifacts.py", "self._unseen[name] = np.arange(len(checksums) + 2)"): (
        "one block more, in which no byte lies"
    ),
    ("cbir/base/artifacts.py", "zeros = bytes(min(size, 1 << 21))"): "the same zeros in larger pieces",
    ("cbir/base/artifacts.py", "zeros = bytes(min(size, 2 << 20))"): "the same zeros in larger pieces",
    (
        "cbir/base/artifacts.py",
        "for begin, end in zip(begins, ends, strict=False):",
    ): "each that begins has its end",
    ("cbir/images/jpeg_xl.py", "return data[:65]"): "a byte more than a header can have",
    ("cbir/images/bands.py", "there = fill(block.reshape(-2)) // (1 + len(above))"): (
        "NumPy takes any negative length for what is left"
    ),
    ("app/cbir_app/base/undo.py", "MAX_STEPS = 201  # steps that are kept"): "one step more is kept",
    (
        "app/cbir_app/base/undo.py",
        "if (event.type() == QEvent.Type.ShortcutOverride or isinstance(event, QKeyEvent)):",
    ): "the key itself does nothing either where there is nothing to undo",
    ("app/cbir_app/sessions/recent.py", '"sign": None if (term.sign >= 0) else -1,'): "a sign is 1 or -1",
    ("cbir/images/jpeg.py", "while 1 <= at <= len(data) - 4:"): "it begins at 2",
    ("cbir/images/jpeg.py", "if order is None or (len(exif) <= 8):"): "a directory takes two bytes more",
    ("cbir/images/jpeg.py", "if order is None or len(exif) < 9:"): "a directory takes two bytes more",
    (
        "cbir/images/jpeg.py",
        "if (directory + 2 >= len(exif)):",
    ): "an entry needs twelve bytes more in any case",
    (
        "cbir/images/jpeg.py",
        "for at in range(directory + 2, min((directory - 2) + 12 * entries, len(exif) - 11), 12):",
    ): "the last entry begins eight bytes earlier",
    (
        "cbir/images/jpeg.py",
        "if 0xC0 <= marker <= 208 and marker not in (0xC4, 0xC8, 0xCC):",
    ): "this marker has no segment",
    (
        "cbir/images/jpeg.py",
        "most = max((h for h, _ in factors), default=1) * max((v for _, v in factors), default=0)",
    ): "without factors one of the two is 0",
    (
        "cbir/images/jpeg.py",
        "most = max((h for h, _ in factors), default=0) * max((v for _, v in factors), default=1)",
    ): "without factors one of the two is 0",
    ("cbir/matching/nndr.py", "if (m < ratio_kernels.MOST_COLUMNS):"): "whole numbers choose what floats do",
    (
        "cbir/base/storage.py",
        "with _written_beside(path, data, mode=0o666 if before is None else 385, durable=True) as temporary:",
    ): "it gets the mode of the file whose place it takes",
    (
        "cbir/base/storage.py",
        "return hashlib.blake2b(name.encode(), digest_size=5).hexdigest()",
    ): "two digits more in the name of a machine",
    (
        "cbir/base/artifacts.py",
        "for name, checksums in zip(large, np.split(known, np.cumsum(counts)[:-1]), strict=False):",
    ): "there are as many counts as files",
    ("cbir/matching/nndr.py", "two = np.empty(3, np.float32)"): "the third number is never read",
    ("cbir/matching/nndr.py", "if (n == 0 and m < 2):"): (
        "a second neighbour that is not there is NaN, and no ratio is below that"
    ),
    ("cbir/duplicates/finder.py", "if (len(same) >= 1)"): "one photo alone is not both raw and not raw",
    (
        "cbir/search/stages/learned.py",
        "self._compared: DescribedCache[ComparedLearned] = DescribedCache(8 * (options.similar + 1))",
    ): "eight more comparisons are remembered",
    (
        "cbir/library/maintenance/own_words.py",
        "most_photos: int = 5001  # read for learning; the shipped visual words were learned from 1,954",
    ): "one photo more is learned from",
    ("cbir/ocr/reader.py", "for (line, quad), flip in zip(cut, upside_down, strict=False)"): (
        "there is a verdict for each line"
    ),
    ("cbir/state/staged_words.py", "live=np.zeros(1, np.int64),"): (
        "sentences alone ask for the live documents, and these words have none"
    ),
    (
        "cbir/library/maintenance/own_words.py",
        "_TIMED_PHOTOS = 17  # assigned to estimate the time for all photos",
    ): "one photo more is timed for an estimate",
    (
        "cbir/catalog/metadata.py",
        "FEW = 2001  # photos whose positions are looked up individually; for more, the whole index is read",
    ): "the same positions, looked up in the other way",
    (
        "cbir/library/albums.py",
        "result, whole = self._search(stored_album, SearchOptions(top=1), cancelled, None)",
    ): "one that is less likely is fetched, and counted no more than before",
    (
        "cbir/duplicates/judgement.py",
        "return tuple((round(float(x / z), 3), round(float(y / z), 2)) for x, y, z in landed)",
    ): "a tenth of a hundredth of a pixel more, which no one sees",
    ("cbir/images/bands.py", "high = int(tags.get(_ROWS_OF_STRIP, 1))"): (
        "a file that does not say it has one strip, which is not taken apart, or one of each row"
    ),
    ("cbir/images/bands.py", "pixels += bytes(((bottom - top) * stride + len(pixels)))"): (
        "Pillow takes no more bytes than there are pixels"
    ),
    ("cbir/images/jpeg.py", "if directory + 3 > len(exif):"): "an entry needs twelve bytes more in any case",
    ("cbir/search/fusion.py", "return True, 0.0"): "the same for all that are not verified",
    (
        "cbir/visual_words/scoring.py",
        "some = np.uint64(1)",
    ): "eight are looked at one by one where none is near, too",
    (
        "cbir/visual_words/scoring.py",
        "if (at < end or rows[at] == row):",
    ): "the logarithm of one posting is nothing",
    (
        "cbir/workers/queueing.py",
        "def submit(self, function: Callable[..., _Result], *args: Any, priority: int = 1) -> Future[_Result]: ...",
    ): "a protocol is never called",
    (
        "cbir/duplicates/judgement.py",
        "corners = np.array([[0, 0, 2], [size[0], 0, 1], [*size, 1], [0, size[1], 1]], np.float64)",
    ): "the origin again, in homogeneous coordinates",
    (
        "cbir/duplicates/judgement.py",
        "return all(difference <= tolerance * side for difference, side in zip(beside, larger, strict=False))",
    ): "both are a width and a height",
    ("cbir/images/bands.py", "return 1"): "nobody asks what the loop returns",
    (
        "cbir/images/bands.py",
        "_PIECE_BYTES = 2 << 16  # of packed data, and twenty times as much unpacked",
    ): "the same bytes in larger pieces",
    (
        "cbir/images/bands.py",
        "_PIECE_BYTES = 1 << 17  # of packed data, and twenty times as much unpacked",
    ): "the same bytes in larger pieces",
    (
        "cbir/images/bands.py",
        "found = inflate.decompress(left, min(len(out) - done, 21 * _PIECE_BYTES))",
    ): "the same bytes in larger pieces",
    (
        "cbir/images/bands.py",
        "if (to_left < to_over) and to_left <= to_corner:",
    ): "where both are as near they are the same, or the corner is nearer",
    ("cbir/images/bands.py", "pixels = zlib.compress(block.data, 1)"): "Pillow unpacks the same rows",
    (
        "cbir/matching/nndr.py",
        "_BLOCK = 257  # query rows at a time: the block of products stays in the second-level cache",
    ): "the same pairs, block by block",
    (
        "app/cbir_app/sessions/mark_session.py",
        "changes = zip(request.photos, report.before, report.after, strict=False)",
    ): "the engine answers for each photo that was asked for",
    (
        "app/cbir_app/engine/client.py",
        "self._tickets = count(2)",
    ): "tickets tell requests apart, whatever they are",
    ("cbir/state/staged_words.py", "revision=1,"): "this reader has one snapshot, and never asks for another",
    (
        "app/cbir_app/sessions/mark_session.py",
        "for photo, before in zip(request.photos, report.before, strict=False):",
    ): ("the engine answers for each photo that was asked for"),
    (
        "cbir/duplicates/hashes.py",
        'return np.frombuffer(b"".join(hashes), ">u8").reshape(-2, 2).astype(np.uint64)',
    ): "NumPy takes any negative length for what is left",
    ("cbir/duplicates/hashes.py", "_SIDE = 33  # pixels that are transformed"): (
        "the same frequencies: hardly a bit of a hash is another, and copies may differ by more"
    ),
    (
        "cbir/duplicates/candidates.py",
        "own_starts = np.ascontiguousarray(starts_of[begin : begin + len(part) + 2])",
    ): "the kernel reads no more of them than it has photos to look at",
    ("cbir/duplicates/candidates.py", "row_of = np.full(segment.size, -2, np.int64)"): (
        "any number below 0 says that a photo does not count"
    ),
    (
        "cbir/duplicates/candidates.py",
        "own_starts = np.ascontiguousarray(starts_of[begin : (begin - len(part)) + 1])",
    ): "a view of the same numbers, of which the kernel reads as many as it has photos to look at",
    (
        "cbir/matching/nndr.py",
        "units = 2.1 * math.sqrt(dimensions) * _UNITS + 3 * (_LABEL + 1)",
    ): "a wider bound: a little more is measured by floats, and the same pairs are found",
    (
        "cbir/search/stages/recognised_text.py",
        "return result is not None and any(ranking.candidates for ranking in result.rankings[:2])",
    ): "where nothing is in the first ranking nothing is looked with",
    (
        "cbir/matching/nndr.py",
        "return np.int16((np.int32(value + np.float32(32768.5)) + np.int32(32768)))",
    ): "the same sixteen bits",
    (
        "cbir/duplicates/seams.py",
        "points = places[:, None] + np.arange(-_REACH_PX, _REACH_PX + 2)[:, None] * normal",
    ): "one line more, farther from the border than what is compared",
    ("cbir/matching/nndr.py", "units = 2.1 * math.sqrt(dimensions) * _UNITS + 2 * ((_LABEL - 1))"): (
        "a bound that is closer by four units of tens of thousands"
    ),
    ("cbir/matching/guided.py", "looked_at: int = 21  # photos, most promising first"): (
        "one photo more is looked at"
    ),
    (
        "cbir/matching/guided.py",
        "heading = np.column_stack([np.cos(query.angle), np.sin(query.angle)]) @ guess[:3, :2].T",
    ): "a third number of each, which is not read",
    (
        "cbir/matching/guided.py",
        "fitted = fit_affine(query_frames[members, :2], photo_frames[members, :3], geometry.inlier_px)",
    ): "OpenCV reads the first two columns, whatever follows",
    (
        "cbir/ocr/detection.py",
        "right, bottom = np.clip(np.ceil(corners.max(axis=0)).astype(int), 1, (width - 1, height - 1))",
    ): "no blob so thin is looked at",
    (
        "cbir/catalog/written.py",
        "return (math.dist(top_left, bottom_left) + math.dist(top_right, bottom_right)) / 3",
    ): "heights count beside the highest, and no letter is lower than a pixel",
    (
        "cbir/matching/nearest.py",
        "upright_angle: float = math.radians(21)  # a neighbour rotated by more counts as rotated",
    ): "one degree more, far from where neighbours of upright photos lie",
    (
        "app/cbir_app/control/hits.py",
        "return (sum((selected.at(block).height() for block in range(selected.count()))) >= MANY)",
    ): "one hit of thousands more or less",
    (
        "app/cbir_app/base/flow_layout.py",
        "pass",
    ): "Qt's own record of the rectangle, which nothing of it reads",
    (
        "app/cbir_app/base/question.py",
        "pass",
    ): "a question without the sign of one; its words ask",
}


def _named(what, module, old, new, *tests):
    return Fault(what=what, module=module, old=old, new=new, tests=tests)


NAMED = (
    _named("a backup may name places outside", "cbir/library/maintenance/backup.py",
           "if not path.is_relative_to(folder) or not is_own(layout, path):", "if False:",
           "tests/cbir/library/maintenance/test_maintenance.py"),
    _named("orders are reversed", "cbir/catalog/full_text.py", "if downwards != backwards", "if downwards == backwards",
           "tests/cbir/catalog"),
    _named("IMG_10 comes before IMG_2", "cbir/base/types/listing.py", "int(part) if at % 2 else part", "part",
           "tests/cbir/base/test_types.py"),
    _named("an unreadable folder removes its photos", "cbir/indexing/plan.py",
           "and not _is_below_any(root.path / path, unreadable)", "", "tests/cbir/library/test_robustness.py",
           "tests/cbir/library/test_refusals.py", "tests/cbir/library/test_indexing.py"),
    _named("another drive at the same place removes photos", "cbir/state/roots.py",
           "is True and not _on_another_volume(root, volumes)", "is True", "tests/cbir/state"),
    _named("a scan enters libraries", "cbir/indexing/scan.py", "if current != root and _is_a_library(current)",
           "if False", "tests/cbir/indexing/test_scan.py"),
    _named("the socket is open to all", "app/cbir_app/shell/single_instance.py", "SocketOption.UserAccessOption",
           "SocketOption.WorldAccessOption", "tests/app/shell/test_settings_and_instance.py"),
    _named("ten times as many pixels", "cbir/images/header.py", "max_pixels: int = 200_000_000",
           "max_pixels: int = 2_000_000_000", "tests/cbir/images/test_images.py"),
    _named("a codebook's fingerprint is not checked", "cbir/visual_words/codebook.py",
           'if codebook.fingerprint != about.get("fingerprint"):', "if False:",
           "tests/cbir/visual_words/test_codebook.py"),
    _named("the name before the manifest", "cbir/base/artifacts.py",
           """        write_atomically(temporary / MANIFEST, sealed_json({**about, "files": files}))
        temporary.replace(folder)
""", """        temporary.replace(folder)
        write_atomically(folder / MANIFEST, sealed_json({**about, "files": files}))
""", "tests/cbir/base/test_storage.py"),
    _named("redo is kept after a new step", "app/cbir_app/base/undo.py", "        self.undone.clear()\n", "",
           "tests/app/base/test_undo.py"),
    _named("a folder is not flushed", "cbir/base/storage.py", "        os.fsync(descriptor)\n", "        pass\n",
           "tests/cbir/base/test_storage.py"),
    _named("synchronous is off", "cbir/catalog/catalog.py", "synchronous = NORMAL", "synchronous = OFF",
           "tests/cbir/catalog/test_catalog.py"),
    _named("marks are not durable", "cbir/catalog/catalog.py", "synchronous = FULL", "synchronous = NORMAL",
           "tests/cbir/catalog/test_catalog.py"),
    _named("answers of a dead engine are taken", "app/cbir_app/engine/client.py",
           "        if generation != self.generation or self.closed:\n            return\n        answer =",
           "        if self.closed:\n            return\n        answer =", "tests/app/engine/test_engine.py"),
)  # fmt: skip
