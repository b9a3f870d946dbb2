"""The commands `cbir models …`: offers, installing, choosing, checking, training."""

from cbir.cli.models.graphs import graphs
from cbir.cli.models.models import application
from cbir.cli.models.train import train

application.command("train")(train)
application.command("graphs")(graphs)
