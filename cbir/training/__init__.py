"""Training: photos -> a codebook; captioned pictures or scenes -> a model's two towers; published weights -> graphs."""

from cbir.training.built_in import train_built_in
from cbir.training.codebook import (
    CodebookInfo,
    codebook_info,
    plot_word_usage,
    train_codebook_from_folders,
)
from cbir.training.faces import FACE_SOURCES, make_face_graphs
from cbir.training.graph_builder import WrittenGraphs
from cbir.training.languages import MultilingualModel, teach_languages
from cbir.training.learned_features import make_learned_features
from cbir.training.models import (
    FURTHER_OPTIONS,
    SMALL_OPTIONS,
    TrainedModel,
    train_on_captions,
    train_on_scenes,
)
from cbir.training.photos import CaptionedFile
from cbir.training.scenes import PICTURES, SCENE_OPTIONS, scene_data
from cbir.training.typical_faces import write_typical_faces
