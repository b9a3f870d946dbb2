"""Unit vectors of pictures and of their captions -> a loss.

InfoNCE is written out. The others are pytorch-metric-learning's, applied in both directions: pictures among texts and
texts among pictures. Importing this loads torch.
Margin: Hadsell et al., CVPR 2006. Triplets: Schroff et al., "FaceNet", CVPR 2015 (semi-hard); Hermans et al., "In
defense of the triplet loss", 2017 (batch hard). Multi-similarity: Wang et al., CVPR 2019. InfoNCE: van den Oord et
al., 2018, with CLIP's learned temperature; several right answers: Khosla et al., NeurIPS 2020.
"""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor, nn

from cbir.base.errors import CbirError
from cbir.embeddings.training.options import LossName

START_SCALE = 1 / 0.07  # CLIP's
MAX_SCALE = 100.0  # CLIP's: more makes training unstable
TRIPLET_MARGIN = 0.2  # FaceNet's, here of cosines
NEGATIVE_COSINE = 0.3  # ContrastiveLoss stops pushing apart below it


class InfoNce(nn.Module):
    """Cross-entropy of each caption choosing its picture among those of the step, and each picture its caption."""

    def __init__(self) -> None:
        super().__init__()
        self.log_scale = nn.Parameter(torch.tensor(math.log(START_SCALE)))

    def forward(self, images: Tensor, texts: Tensor, labels: Tensor) -> Tensor:
        """Compute the loss.

        images, texts : (n, d) unit rows. labels : (n,); pictures of one label are all right, in equal shares
        """
        logits = self.log_scale.exp().clamp(max=MAX_SCALE) * texts @ images.T
        right = (labels[:, None] == labels[None, :]).float()
        right = right / right.sum(1, keepdim=True)
        both = nn.functional.cross_entropy(logits, right) + nn.functional.cross_entropy(logits.T, right)
        return both / 2

    @property
    def scale(self) -> float:
        return float(self.log_scale.detach().exp().clamp(max=MAX_SCALE))


class MetricLoss(nn.Module):
    """A loss of pytorch-metric-learning, with the miner that chooses its pairs or triplets."""

    def __init__(self, loss: nn.Module, miner: Any | None) -> None:
        super().__init__()
        self.loss = loss
        self.miner = miner

    def forward(self, images: Tensor, texts: Tensor, labels: Tensor) -> Tensor:
        return (self._one_way(images, texts, labels) + self._one_way(texts, images, labels)) / 2

    def _one_way(self, queries: Tensor, answers: Tensor, labels: Tensor) -> Tensor:
        # A copy: with the same labels object the library takes answers for the queries, and pairs none with its own.
        answer_labels = labels.clone()
        chosen = None if self.miner is None else self.miner(queries, labels, answers, answer_labels)
        value: Tensor = self.loss(queries, labels, chosen, ref_emb=answers, ref_labels=answer_labels)
        return value

    @property
    def scale(self) -> float:
        return START_SCALE


def make_loss(name: LossName) -> InfoNce | MetricLoss:
    """Build a loss by its name. Raises CbirError if it needs a library that is not installed."""
    if name == "infonce":
        return InfoNce()
    try:
        from pytorch_metric_learning import distances, losses, miners
    except ImportError as error:
        raise CbirError(
            f'The loss {name} needs pytorch-metric-learning: `pip install "cbir[train]"` installs it.'
        ) from error
    cosine = distances.CosineSimilarity()
    if name == "margin":
        return MetricLoss(
            losses.ContrastiveLoss(pos_margin=1.0, neg_margin=NEGATIVE_COSINE, distance=cosine), None
        )
    if name == "multi-similarity":
        return MetricLoss(
            losses.MultiSimilarityLoss(alpha=2, beta=50, base=0.5), miners.MultiSimilarityMiner(0.1)
        )
    triplets = losses.TripletMarginLoss(margin=TRIPLET_MARGIN, distance=cosine)
    if name == "triplet":
        miner = miners.TripletMarginMiner(TRIPLET_MARGIN, type_of_triplets="semihard", distance=cosine)
        return MetricLoss(triplets, miner)
    return MetricLoss(triplets, miners.BatchHardMiner(distance=cosine))
