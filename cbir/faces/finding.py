"""A photo's pixels -> its faces, and 128 numbers for each that is large, sharp and frontal enough."""

from __future__ import annotations

import functools
import hashlib
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cbir.base.opencv import cv2
from cbir.base.types import FoundFace, LeftOut
from cbir.faces.description import aligned_faces, describe_faces
from cbir.faces.detection import DetectionOptions, Detections, detect_faces
from cbir.faces.networks import DESCRIBER_GRAPH, DETECTOR_GRAPH, FaceNetwork, face_graphs_folder


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingOptions:
    """Size of the picture, and the limits beyond which a face is counted and not described.

    picture_side_px : longer side of the decoded photo
    min_face_px : width of a face in it. min_sharpness : see _sharpness. max_turn : see _turns
    min_likelihood : of a face. Below it are caps, hands and half faces, which would form groups of strangers
    The limits were chosen by eye on the 188 faces of captioned/five, hard and a quarter of distractors; min_likelihood
    on half A of distractors, training and captioned/one: it leaves 2 of 9 groups of strangers
    """

    picture_side_px: int = 1280
    detection: DetectionOptions = field(default_factory=DetectionOptions)
    min_face_px: float = 32
    min_sharpness: float = 0.07
    max_turn: float = 0.6
    min_likelihood: float = 0.7


class FaceFinder:
    """Both networks, loaded once; one thread at a time.

    threads : of each network; None: one for each core. Raises FacesMissing if a network is missing or damaged.
    """

    def __init__(
        self,
        options: FindingOptions = FindingOptions(),
        *,
        threads: int | None = None,
        folder: Path | None = None,
    ) -> None:
        folder = folder or face_graphs_folder()
        self.options = options
        self.detector = FaceNetwork(folder, DETECTOR_GRAPH, threads)
        self._describer = FaceNetwork(folder, DESCRIBER_GRAPH, threads)

    def find(self, pixels: NDArray[np.uint8], full_size: tuple[int, int]) -> tuple[FoundFace, ...]:
        """Find and describe the faces of a photo, the largest first.

        pixels : (h, w, 3) uint8 RGB, upright. full_size : (width, height) that boxes and points refer to
        """
        detections = detect_faces(self.detector, pixels, self.options.detection)
        faces = aligned_faces(pixels, detections.points)
        reasons = self._reasons(detections, faces)
        described = np.array([not reason for reason in reasons], bool)
        numbers = np.zeros((len(detections), 128), np.float32)
        numbers[described] = self.describe(faces[described])
        scale = np.array(full_size, np.float64) / pixels.shape[1::-1]
        faces_of_photo = [
            FoundFace(
                box=(*(box[:2] * scale).tolist(), *(box[2:] * scale).tolist()),
                points=tuple((x, y) for x, y in (points * scale).tolist()),
                likely=float(likely),
                left_out=reason,
                numbers=None if reason else row,
            )
            for box, points, likely, reason, row in zip(
                detections.boxes, detections.points, detections.likely, reasons, numbers, strict=True
            )
        ]
        return tuple(sorted(faces_of_photo, key=lambda face: -face.box[2] * face.box[3]))

    def describe(self, faces: NDArray[np.uint8]) -> NDArray[np.float32]:
        """(n, 128) float32. faces : (n, 150, 150, 3) uint8 RGB, see aligned_faces"""
        return describe_faces(self._describer, faces)

    def _reasons(self, detections: Detections, faces: NDArray[np.uint8]) -> list[LeftOut]:
        """For each face, why it is not described; empty if it is."""
        options = self.options
        turns = _turns(detections.points)
        return [
            "small"
            if box[2] < options.min_face_px
            else "turned"
            if turn > options.max_turn
            else "blurred"
            if _sharpness(face) < options.min_sharpness
            else "doubtful"
            if likely < options.min_likelihood
            else ""
            for box, turn, face, likely in zip(detections.boxes, turns, faces, detections.likely, strict=True)
        ]


def _turns(points: NDArray[np.float32]) -> NDArray[np.float64]:
    """(n,): how far the nose is from the middle between the eyes, along their line, in distances between the eyes.

    0 : looks at the camera; 0.5 : the nose is below one eye
    """
    first, second, nose = (points[:, number].astype(np.float64) for number in (0, 1, 2))
    line = second - first
    length = np.maximum(np.hypot(*line.T), 1e-6)
    along = ((nose - (first + second) / 2) * line).sum(axis=1) / length
    return np.asarray(np.abs(along) / length)


def _sharpness(face: NDArray[np.uint8]) -> float:
    """Deviation of the second derivative of an upright face, as a share of that of its brightness."""
    grey = cv2.cvtColor(face[15:-15, 15:-15], cv2.COLOR_RGB2GRAY).astype(np.float32)
    return float(cv2.Laplacian(grey, cv2.CV_32F).std() / max(float(grey.std()), 1.0))


_DESCRIPTION = 2  # its version. 1: without the mirror image


@functools.cache
def faces_fingerprint() -> str:
    """A name for the networks and options. Faces with another one are found again."""
    digest = hashlib.sha256(repr((FindingOptions(), _DESCRIPTION)).encode())
    for name in (DETECTOR_GRAPH, DESCRIBER_GRAPH):
        path = face_graphs_folder() / name
        digest.update(path.read_bytes() if path.is_file() else b"")
    return digest.hexdigest()[:16]
