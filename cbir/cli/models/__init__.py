"""The commands `cbir models …`: offers, installing, choosing, checking, training."""

from cbir.cli.models.models import application, graphs
from cbir.cli.models.networks import faces, learned_features
from cbir.cli.models.train import align, languages, train

application.command("align")(align)
application.command("faces")(faces)
application.command("languages")(languages)
application.command("learned-features")(learned_features)
application.command("train")(train)
application.command("graphs")(graphs)
