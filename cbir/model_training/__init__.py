"""Captioned photos, or rendered scenes -> a trained model's folder: what `cbir models train` does.

train_on_scenes() makes its own pictures and teaches a small model from nothing; train_on_captions() reads photos in
worker processes and teaches a small model, or an installed one further. Importing this loads no torch.
"""

from cbir.model_training.photo_data import CaptionedFile
from cbir.model_training.running import (
    FURTHER_OPTIONS,
    SMALL_OPTIONS,
    TrainedModel,
    train_on_captions,
    train_on_scenes,
)
from cbir.model_training.scene_data import SCENE_OPTIONS, SceneData, scene_data, scene_photos

__all__ = [
    "FURTHER_OPTIONS",
    "SCENE_OPTIONS",
    "SMALL_OPTIONS",
    "CaptionedFile",
    "SceneData",
    "TrainedModel",
    "scene_data",
    "scene_photos",
    "train_on_captions",
    "train_on_scenes",
]
