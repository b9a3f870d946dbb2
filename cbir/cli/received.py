"""Metadata that a photo received from a copy in the trash, in words."""

from __future__ import annotations

from cbir.base.types import Received


def received_in_words(received: Received) -> list[str]:
    """A few words for each value."""
    words = []
    if received.title:
        words.append(f"title: {received.title}")
    further = ("headline", "creator", "copyright", "label")
    words += [f"{name}: {value}" for name in further if (value := getattr(received, name))]
    if received.caption:
        words.append(f"caption: {received.caption}")
    if received.keywords:
        words.append(f"keywords: {', '.join(received.keywords)}")
    if received.people:
        words.append(f"people: {', '.join(received.people)}")
    if received.taken_at:
        words.append(f"date: {received.taken_at}")
    if received.latitude is not None and received.longitude is not None:
        words.append(f"position: {received.latitude:.5f}, {received.longitude:.5f}")
    if received.places:
        words.append(f"place: {', '.join(received.places)}")
    if received.rating:
        words.append(f"stars: {received.rating}")
    if received.albums:
        words.append(f"albums: {', '.join(received.albums)}")
    if received.judgements:
        words.append(
            f"right or wrong for {received.judgements} search{'es' if received.judgements > 1 else ''}"
        )
    return words
