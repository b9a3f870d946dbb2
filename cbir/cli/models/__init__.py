"""The commands `cbir models …`: offers, installing, choosing, checking, training."""

from cbir.cli.models.models import application, graphs
from cbir.cli.models.train import align, train

application.command("align")(align)
application.command("train")(train)
application.command("graphs")(graphs)
