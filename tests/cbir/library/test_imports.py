"""What a command imports before it does anything."""

import subprocess
import sys

HEAVY = ("cv2", "faiss", "onnxruntime", "sklearn", "torch", "numba", "PIL")


def test_a_library_is_imported_without_heavy_packages():
    """They take .02 to .5 s each, and a search by typed words, or a list of albums, needs none of them."""
    code = f"import sys, cbir.library; print([name for name in {HEAVY} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
