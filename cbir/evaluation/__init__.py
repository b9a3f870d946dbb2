"""Data set + library -> run -> figures -> comparison of two searches.

Queries with known answers are a Dataset and a search's answers are a Run, both in TREC's sense. This package also makes
altered copies of photos, for the demo too, and measures a model's recall of captioned photos, for `cbir models check`.
It depends on a library only through the protocol Searcher.
"""

from typing import TYPE_CHECKING

from cbir.base.lazy import lazy_door

if TYPE_CHECKING:
    from cbir.evaluation.ablation import ABLATION_MEASURES, ALL, Outcome, Way, Worth, ablate, ways, worth
    from cbir.evaluation.altered import (
        Pixels,
        View,
        blurred,
        crop,
        encode_jpeg,
        generator_for,
        lit,
        read_pixels,
        resized,
        rotated,
        text_band,
        tilted,
    )
    from cbir.evaluation.captioned import RecallReport, load_captioned, measure_recall
    from cbir.evaluation.dataset import Dataset, DocumentNames, Topic, judged_dataset, load_dataset
    from cbir.evaluation.learning import LEAST_SEARCHES, Learned, learn_order
    from cbir.evaluation.metrics import USUAL_MEASURES, Figures, figures_of, find_measure, judge
    from cbir.evaluation.model_runs import run_of_model, single
    from cbir.evaluation.plots import Palette, curve_plot, difference_plot
    from cbir.evaluation.pooling import DEPTH, write_pool
    from cbir.evaluation.right_left_out import WithoutRight, points_of, search_without_right
    from cbir.evaluation.searching import TOP, Answered, Searcher, answers, record_run, scores_of, tag_of
    from cbir.evaluation.significance import ALPHA, MARGIN, Comparison, compare
    from cbir.evaluation.trec import Run, read_run, write_qrels
    from cbir.evaluation.words_trial import WordsSearcher, try_words

__getattr__ = lazy_door(
    __name__,
    {
        "ablation": ("ABLATION_MEASURES", "ALL", "Outcome", "Way", "Worth", "ablate", "ways", "worth"),
        "altered": (
            "Pixels",
            "View",
            "blurred",
            "crop",
            "encode_jpeg",
            "generator_for",
            "lit",
            "read_pixels",
            "resized",
            "rotated",
            "text_band",
            "tilted",
        ),
        "captioned": ("RecallReport", "load_captioned", "measure_recall"),
        "dataset": ("Dataset", "DocumentNames", "Topic", "judged_dataset", "load_dataset"),
        "learning": ("LEAST_SEARCHES", "Learned", "learn_order"),
        "metrics": ("USUAL_MEASURES", "Figures", "figures_of", "find_measure", "judge"),
        "model_runs": ("run_of_model", "single"),
        "plots": ("Palette", "curve_plot", "difference_plot"),
        "right_left_out": ("WithoutRight", "points_of", "search_without_right"),
        "pooling": ("DEPTH", "write_pool"),
        "searching": ("TOP", "Answered", "Searcher", "answers", "record_run", "scores_of", "tag_of"),
        "significance": ("ALPHA", "MARGIN", "Comparison", "compare"),
        "trec": ("Run", "read_run", "write_qrels"),
        "words_trial": ("WordsSearcher", "try_words"),
    },
)
