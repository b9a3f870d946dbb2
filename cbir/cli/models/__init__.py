"""The commands `cbir models …`: offers, installing, choosing, checking, training."""

from cbir.cli.models.align import align
from cbir.cli.models.models import application, graphs
from cbir.cli.models.train import train

application.command("align")(align)
application.command("train")(train)
application.command("graphs")(graphs)
