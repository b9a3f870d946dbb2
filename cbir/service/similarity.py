"""The similarity map: its places and groups, and the run that places photos."""

from __future__ import annotations

from dataclasses import dataclass

from cbir.base.types import SimilarityMap, SimilarityReport
from cbir.service.maintenance import MaintenanceProgress
from cbir.service.registry import Answer, Call, Declaration, Lane, Request, handles


@dataclass(frozen=True, slots=True, kw_only=True)
class SimilarityAnswer(Answer):
    map: SimilarityMap


@Declaration(answer=SimilarityAnswer, lane=Lane.CATALOG, repeatable=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class SimilarityRequest(Request):
    """Ask for the similarity map as it is stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateSimilarityAnswer(Answer):
    report: SimilarityReport


@Declaration(answer=UpdateSimilarityAnswer, lane=Lane.MEASURE, interim=(MaintenanceProgress,))
@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateSimilarityRequest(Request):
    """Place the photos that have no place yet. A run continues where a cancelled one ended. again : place all anew"""

    again: bool = False


@handles(SimilarityRequest)
def _map(call: Call, request: SimilarityRequest) -> SimilarityAnswer:
    return SimilarityAnswer(map=call.library.similarity.map())


@handles(UpdateSimilarityRequest)
def _update(call: Call, request: UpdateSimilarityRequest) -> UpdateSimilarityAnswer:
    report = call.library.similarity.update(
        again=request.again,
        progress=lambda done, total: call.tell(MaintenanceProgress(done=done, total=total)),
        cancelled=call.cancelled,
    )
    return UpdateSimilarityAnswer(report=report)
