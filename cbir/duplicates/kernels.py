"""Compiled inner loops of the candidate search: near hashes, and photos that share visual words."""

from __future__ import annotations

import numpy as np

from cbir.loops import array, compiled, popcount

_HASHES, _STARTS, _ROWS = array(np.uint64, 2), array(np.int64, 2), array(np.int32, 2)
_PAIRS = array(np.int64, 2)
_LONGS, _INTS, _SIGNATURES, _SHORTS = array(np.int64), array(np.uint32), array(np.uint64), array(np.uint16)


@compiled(_HASHES, _HASHES, _STARTS, _ROWS, np.int64, _PAIRS)
def near_hashes(queries, hashes, starts, rows, radius, pairs):
    """Pairs of hashes within a Hamming radius with at least one of their eight parts equal but for one bit.

    queries, hashes : (n, 2), (m, 2). starts : (8, 65537), rows : (8, m): the hashes by each of their 16-bit parts
    pairs : (room, 3), query, row and distance; a pair may occur more than once. Returns the number of pairs, which may
        exceed the room.
    Norouzi, Punjani and Fleet, "Fast search in Hamming space with multi-index hashing", CVPR 2012, section 3.
    """
    total = 0
    unit = np.uint64(1)
    for i in range(len(queries)):
        high, low = queries[i, 0], queries[i, 1]
        for part in range(8):
            word = high if part < 4 else low
            key = (word >> np.uint64(16 * (3 - part % 4))) & np.uint64(0xFFFF)
            for flip in range(17):
                probe = key if flip == 16 else key ^ (unit << np.uint64(flip))
                for at in range(starts[part, probe], starts[part, probe + unit]):
                    row = rows[part, at]
                    distance = popcount(high ^ hashes[row, 0]) + popcount(low ^ hashes[row, 1])
                    if distance <= radius:
                        if total < len(pairs):
                            pairs[total, 0], pairs[total, 1], pairs[total, 2] = i, row, distance
                        total += 1
    return total


@compiled(_INTS, _LONGS, _INTS, _SIGNATURES, _LONGS, np.int64, _INTS, _INTS, np.int64)
def gather(words, offsets, rows, signatures, document_of_row, bits, keys, documents, at):
    """Append postings of a segment: a key of the visual word and the signature's first bits, and the document.

    rows : of these postings, list after list. document_of_row : int64, below 0 for a document that is left out
    Returns the new number of postings; -1 if the segment is damaged.
    """
    shift = np.uint64(64 - bits)
    taken = 0
    for i in range(len(words)):
        word = words[i]
        for posting in range(offsets[word], offsets[word + 1]):
            row = rows[taken]
            taken += 1
            if row >= len(document_of_row):
                return -1
            document = document_of_row[row]
            if document >= 0:
                keys[at] = np.uint32((np.uint64(i) << np.uint64(bits)) | (signatures[posting] >> shift))
                documents[at] = np.uint32(document)
                at += 1
    return at


@compiled(_INTS, _LONGS, _INTS, _LONGS, _INTS)
def sort_by(keys, starts, values, next_place, out):
    """Counting sort of values by key. starts : (keys + 1,) zeros, becomes each key's offset. next_place : (keys,)"""
    for i in range(len(keys)):
        starts[keys[i] + 1] += 1
    for key in range(len(starts) - 1):
        starts[key + 1] += starts[key]
        next_place[key] = starts[key]
    for i in range(len(keys)):
        key = keys[i]
        out[next_place[key]] = values[i]
        next_place[key] += 1
    return 0


@compiled(_INTS, _LONGS, _INTS, _LONGS, _INTS, np.int64, np.int64, _SHORTS, _LONGS, _PAIRS)
def count_shared(queried, starts_of, keys_of, starts, documents, longest, least, counts, touched, pairs):
    """Pairs of documents that share at least `least` keys, in both directions.

    queried : documents to count for. starts_of, keys_of : keys of each queried document. starts, documents : by key
    longest : keys of more documents say nothing and are skipped. counts : (documents,) zeros, also afterwards
    pairs : (room, 3) queried document, other, shared. Returns the number of pairs, which may exceed the room.
    """
    total = 0
    for i in range(len(queried)):
        own = queried[i]
        n = 0
        for at in range(starts_of[i], starts_of[i + 1]):
            key = keys_of[at]
            start, end = starts[key], starts[key + 1]
            if end - start > longest:
                continue
            for posting in range(start, end):
                other = documents[posting]
                if counts[other] == 0:
                    touched[n] = other
                    n += 1
                if counts[other] < 65535:
                    counts[other] += np.uint16(1)
        for j in range(n):
            other = touched[j]
            shared = counts[other]
            counts[other] = 0
            if shared >= least and other != own:
                if total < len(pairs):
                    pairs[total, 0], pairs[total, 1], pairs[total, 2] = own, other, shared
                total += 1
    return total
