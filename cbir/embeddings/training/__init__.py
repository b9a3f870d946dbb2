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
from cbir.embeddings.training.plotting import plot_history
from cbir.embeddings.training.publishing import Student, publish, small_student, student_of
from cbir.embeddings.training.small_towers import SMALL_PREPROCESSING
from cbir.embeddings.training.trainer import train

__all__ = [
    "CaptionedPictures",
    "EpochRecord",
    "LOSSES",
    "Lesson",
    "LossName",
    "SMALL_PREPROCESSING",
    "Student",
    "TrainingOptions",
    "TrainingProgress",
    "TrainingResult",
    "plot_history",
    "publish",
    "small_student",
    "split_held_out",
    "student_of",
    "train",
]
