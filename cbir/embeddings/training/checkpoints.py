"""The state of a training <-> one file, written as a whole; nothing in it is ever executed.

One safetensors file has the weights, the optimizer's moments and the history. Random numbers need no state: each step
draws its own from the seed, the epoch and the step, so that a resumed training ends like an uninterrupted one.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cbir.base.errors import ArtifactMismatch
from cbir.base.storage import write_atomically
from cbir.embeddings.training.data import EpochRecord

if TYPE_CHECKING:
    from torch import Tensor, nn
    from torch.optim import Optimizer

_FORMAT = "1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """Progress of a training.

    epoch, step : the next ones. loss_sum : of the finished steps of this epoch. seconds : spent in this epoch
    best : the best epoch so far, whose weights a training with patience keeps; -1 before there is one
    """

    epoch: int = 0
    step: int = 0
    loss_sum: float = 0.0
    seconds: float = 0.0
    history: tuple[EpochRecord, ...] = ()
    best: int = -1


def save_checkpoint(
    path: Path,
    model: nn.Module,
    optimizer: Optimizer,
    position: Position,
    *,
    made_by: str,
    best: dict[str, Tensor],
) -> None:
    """Write a checkpoint.

    made_by : fingerprint of options and data. best : weights of the best epoch; empty without patience
    """
    from safetensors.torch import save

    tensors = {f"model.{name}": value for name, value in model.state_dict().items()}
    tensors |= {f"best.{name}": value for name, value in best.items()}
    for index, state in optimizer.state_dict()["state"].items():
        tensors |= {f"optimizer.{index}.{name}": value for name, value in state.items()}
    about = {"format": _FORMAT, "made_by": made_by, "position": json.dumps(asdict(position))}
    write_atomically(
        path, save({name: value.detach().cpu().contiguous() for name, value in tensors.items()}, about)
    )


def load_checkpoint(
    path: Path, model: nn.Module, optimizer: Optimizer, *, made_by: str
) -> tuple[Position, dict[str, Tensor]]:
    """Restore model and optimizer. Returns the position and the weights of the best epoch.

    Raises ArtifactMismatch if the file is damaged, or belongs to another training.
    """
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="pt") as file:
            about = file.metadata() or {}
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118, the file is no mapping
        position = _position(json.loads(about["position"]))
    except (OSError, SafetensorError, LookupError, ValueError, TypeError) as error:
        raise ArtifactMismatch(
            "{0} is not a checkpoint that can be read. Train without --resume.", path
        ) from error
    if about.get("format") != _FORMAT or about.get("made_by") != made_by:
        raise ArtifactMismatch(
            "{0} was made with other options or other captions. Give the same ones, or train without --resume.",
            path,
        )
    model.load_state_dict(_part(tensors, "model."))
    groups = optimizer.state_dict()["param_groups"]
    state: dict[int, dict[str, Tensor]] = {}
    for name, value in _part(tensors, "optimizer.").items():
        index, _, field = name.partition(".")
        state.setdefault(int(index), {})[field] = value
    optimizer.load_state_dict({"state": state, "param_groups": groups})
    return position, _part(tensors, "best.")


def _part(tensors: dict[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {name.removeprefix(prefix): value for name, value in tensors.items() if name.startswith(prefix)}


def _position(fields: dict[str, object]) -> Position:
    history = tuple(EpochRecord(**record) for record in fields.pop("history"))  # type: ignore[attr-defined]
    return Position(**fields, history=history)  # type: ignore[arg-type]
