"""The commands `cbir models …`: offers, installing, choosing, checking, training."""

from cbir.cli.models.models import application
from cbir.cli.models.train import train

__all__ = ["application"]

application.command("train")(train)
