"""The state of a training, written to a file and read again."""

import pytest

from cbir.base.errors import ArtifactMismatch
from cbir.embeddings.training.checkpoints import Position, load_checkpoint, save_checkpoint


def a_training(seed):
    import torch

    torch.manual_seed(seed)
    model = torch.nn.Linear(3, 2)
    return model, torch.optim.AdamW(model.parameters())


def steps(model, optimizer, count):
    import torch

    for number in range(count):
        optimizer.zero_grad()
        model(torch.full((1, 3), number + 1.0)).square().sum().backward()
        optimizer.step()
    return [value.tolist() for value in model.state_dict().values()]


def test_a_training_goes_on_from_its_checkpoint_as_if_it_had_not_been_stopped(tmp_path):
    import torch

    model, optimizer = a_training(0)
    steps(model, optimizer, 3)
    position = Position(epoch=2, step=5, loss_sum=1.5, best=1)
    save_checkpoint(
        tmp_path / "state", model, optimizer, position, made_by="these", best={"weight": torch.ones(2)}
    )
    other, its_optimizer = a_training(1)
    restored, best = load_checkpoint(tmp_path / "state", other, its_optimizer, made_by="these")
    assert (restored, best["weight"].tolist()) == (position, [1, 1])
    assert steps(other, its_optimizer, 2) == steps(model, optimizer, 2)
    with pytest.raises(ArtifactMismatch, match="other options"):
        load_checkpoint(tmp_path / "state", other, its_optimizer, made_by="others")
