"""Pictures with captions -> two towers that agree -> a folder that installs like any model.

train() teaches any two modules; small_towers() are two of our own, with a vocabulary made from the captions;
publish() writes the folder. Importing this loads no torch.
Radford et al., "Learning transferable visual models from natural language supervision", ICML 2021.
"""

from cbir.embeddings.training.data import CaptionedPictures, Lesson, split_held_out
from cbir.embeddings.training.options import (
    LOSSES,
    EpochRecord,
    LossName,
    TrainingOptions,
    TrainingProgress,
    TrainingResult,
)

__all__ = [
    "LOSSES",
    "CaptionedPictures",
    "EpochRecord",
    "Lesson",
    "LossName",
    "TrainingOptions",
    "TrainingProgress",
    "TrainingResult",
    "split_held_out",
]
