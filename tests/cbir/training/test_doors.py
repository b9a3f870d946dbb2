"""The door of training: a process that only reads a codebook or decodes photos loads no torch."""

import json
import subprocess
import sys

PROBE = """
import json, sys
import cbir.training, cbir.training.photos
from cbir.embeddings.training import CaptionedPictures, TrainingOptions
print(json.dumps([name for name in ("torch", "open_clip", "onnxruntime", "matplotlib") if name in sys.modules]))
"""


def test_a_worker_that_decodes_photos_for_a_training_loads_no_torch():
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == []
