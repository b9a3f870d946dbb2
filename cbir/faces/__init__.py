"""Faces: a photo's pixels -> faces with key points, and 128 numbers for each that is clear enough -> people.

Both networks come with the program and need ONNX Runtime alone. Nothing here guesses sex, age, mood or origin.
"""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir.faces.description import FACE_PX, aligned_faces, describe_faces
    from cbir.faces.detection import DetectionOptions, Detections, detect_faces
    from cbir.faces.finding import FaceFinder, FindingOptions, faces_fingerprint
    from cbir.faces.grouping import FaceGroups, GroupingOptions
    from cbir.faces.networks import (
        DESCRIBER_GRAPH,
        DETECTOR_GRAPH,
        TYPICAL_FACES,
        FaceNetwork,
        FacesMissing,
        face_graphs_folder,
        typical_faces,
    )

__getattr__ = lazy_door(
    __name__,
    {
        "description": ("FACE_PX", "aligned_faces", "describe_faces"),
        "detection": ("DetectionOptions", "Detections", "detect_faces"),
        "finding": ("FaceFinder", "FindingOptions", "faces_fingerprint"),
        "grouping": ("FaceGroups", "GroupingOptions"),
        "networks": (
            "DESCRIBER_GRAPH",
            "DETECTOR_GRAPH",
            "TYPICAL_FACES",
            "FaceNetwork",
            "FacesMissing",
            "face_graphs_folder",
            "typical_faces",
        ),
    },
)
