"""Pictures with captions -> two towers that agree -> a folder that installs like any model.

train() trains any two modules; small_student() makes two small ones, with a vocabulary made from the captions;
publish() writes the folder. Only modules that train load torch; the data and the options do not.
Radford et al., "Learning transferable visual models from natural language supervision", ICML 2021.
"""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir.embeddings.training.alignment import (
        AlignmentOptions,
        HeldOut,
        Pairs,
        align,
        background,
        cross_validated_ranks,
    )
    from cbir.embeddings.training.data import (
        CaptionedPictures,
        Lesson,
        TrainingOptions,
        TrainingProgress,
        TrainingResult,
        split_held_out,
    )
    from cbir.embeddings.training.locked_towers import LockedNetworks, publish_aligned
    from cbir.embeddings.training.publishing import Student, publish, small_student, student_of
    from cbir.embeddings.training.small_towers import SMALL_PREPROCESSING
    from cbir.embeddings.training.taught_encoder import (
        Lessons,
        MultilingualEncoder,
        teach,
        teachers_vectors,
        write_taught,
    )
    from cbir.embeddings.training.trainer import plot_history, train

__getattr__ = lazy_door(
    __name__,
    {
        "alignment": ("AlignmentOptions", "HeldOut", "Pairs", "align", "background", "cross_validated_ranks"),
        "data": (
            "CaptionedPictures",
            "Lesson",
            "TrainingOptions",
            "TrainingProgress",
            "TrainingResult",
            "split_held_out",
        ),
        "locked_towers": ("LockedNetworks", "publish_aligned"),
        "publishing": ("Student", "publish", "small_student", "student_of"),
        "small_towers": ("SMALL_PREPROCESSING",),
        "taught_encoder": ("Lessons", "MultilingualEncoder", "teach", "teachers_vectors", "write_taught"),
        "trainer": ("plot_history", "train"),
    },
)
