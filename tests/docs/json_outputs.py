"""Every command with --json on a small library -> what it printed, by the command and the form of its answer."""

import contextlib
import io
import json
import shutil
import sys

import numpy as np

from cbir.cli import main
from tests.cbir.colour_model import make_colour_model
from tests.pictures import photo, write_jpeg

# Compared with their schemas where they are tested, as they take trainings, published weights or a cluster of photos.
ELSEWHERE = {
    "models train": "cbir/trained_model.py",
    "models align": "cbir/training/test_built_in_training.py",
    "models languages": "cbir/training/test_languages.py",
    "models graphs": "cbir/embeddings/test_models_install.py",
    "models learned-features": "cbir/training/test_learned_graphs.py",
    "models faces": "cbir/training/test_face_graphs.py",
    "models install": "cbir/embeddings/test_models_install.py",
    "codebook learn": "cbir/cli/test_codebook_learn.py",
    "similarity show": "cbir/library/test_similarity.py",
    "watch": "cbir/cli/test_watch_device.py",
}
SAME = {"doctor": "self-test"}
NO_JSON = ("serve", "gui", "demo")  # they answer over HTTP, in a window, and with a story
NAMES = ("coffee", "rocket", "astronaut", "chelsea", "flower")


def outputs(folder):
    """Yield (command, form, value). The working directory and the home are the caller's."""
    pictures = folder / "Pictures"
    for name in NAMES:
        write_jpeg(pictures / f"{name}.jpg", photo(name))
    shutil.copy(pictures / "coffee.jpg", pictures / "again.jpg")
    (pictures / "broken.jpg").write_bytes(b"\xff\xd8\xff\xe0 no picture")
    write_jpeg(folder / "cup.jpg", photo("coffee")[60:330, 150:480])
    write_jpeg(folder / "wall.jpg", np.full((200, 200, 3), 90, np.uint8))
    coffee, rocket = str(pictures / "coffee.jpg"), str(pictures / "rocket.jpg")
    make_colour_model(folder / "colours")
    models = ("--models", str(folder / "models"))

    def run(*arguments, form=""):
        two = " ".join(arguments[:2])
        return two if two in NAMES_OF_TWO else arguments[0], form, printed([*arguments, "--json"])

    yield run("index", str(pictures))
    yield run("index", str(pictures), "--parts", "--dry-run", form="cost")
    yield run("search", str(folder / "cup.jpg"), "--look-harder")
    yield run("search", str(folder / "cup.jpg"), "-a", "a cup", "--region", "10,10,150,150", "--mirror")
    yield run("search", "a cat", "--explain")
    yield run("search", "coffee rating:5")
    yield run("search", str(folder / "cup.jpg"), "--explain", "--like", rocket)
    yield run("search", "keyword:cu", "--complete", form="completions")
    yield run("read", str(folder / "cup.jpg"), form="picture")
    yield run("read")
    yield run("people", "on")
    yield run("people", "status")
    yield run("people", "list", "--all")
    yield run("people", "name", "1", "Ada")
    yield run("people", "show", "Ada")
    yield run("people", "cover", "1")
    yield run("people", "write")
    yield run("people", "find", str(pictures / "astronaut.jpg"))
    yield run("people", "split", "1")
    yield run("people", "merge", "Ada", "2")
    yield run("people", "hide", "Ada", "--show")
    drawn = run("people", "draw", str(pictures / "astronaut.jpg"), "10,10,40,40", "Bo")
    yield drawn
    yield run("people", "undraw", str(drawn[2]["face"]))
    yield run("people", "suggest")
    yield run("people", "off")
    yield run("people", "erase", "--yes")
    yield run("rate", coffee, "4", "--sidecar")
    yield run("flag", coffee, "pick")
    yield run("label", coffee, "red")
    yield run("keyword", coffee, "--add", "cup", form="changed")
    yield run("keyword", coffee, form="listed")
    yield run("place", coffee, "--at", "Lisbon", form="placed")
    yield run("place", "--take-back", "1", form="taken back")
    yield run("inventory", str(folder / "cup.jpg"))
    yield run("proof", str(folder / "cup.jpg"), coffee, "--out", str(folder / "proof.html"))
    yield run("changes", str(folder / "cup.jpg"), coffee)
    yield run("origin", coffee)
    yield run("export", coffee, "--to", str(folder / "out"), "--side", "100")
    yield run("album", "create", "Cups", "coffee")
    yield run("album", "list")
    yield run("album", "correct", "Cups", "--in", rocket)
    yield run("album", "show", "Cups")
    yield run("album", "rename", "Cups", "Mugs")
    yield run("album", "remove", "Mugs")
    for number in range(4):
        side = 20 * number
        write_jpeg(
            folder / "Views" / f"cup {number}.jpg", photo("coffee")[side : 400 - side, side : 600 - side]
        )
    yield run("index", str(folder / "Views"))
    yield run("things", "update")
    yield run("things", "list")
    yield run("things", "name", "#1", "Cup")
    yield run("things", "show", "cup")
    yield run("keyword", str(folder / "Views" / "cup 0.jpg"), "--add", "coffee", form="changed")
    yield run("things", "offers", "cup")
    yield run("things", "dismiss", "cup", "--kind", "keyword")
    yield run("things", "dismiss", "cup", "--again")
    yield run("things", "accept", "cup", "--kind", "keyword")
    yield run("things", "take-back", "1")
    yield run("things", "film", "cup", "--out", str(folder / "cup.gif"))
    yield run("things", "icon", "cup", str(folder / "Views" / "cup 1.jpg"))
    yield run("things", "part", "cup", *(str(folder / "Views" / f"cup {number}.jpg") for number in (0, 1)))
    yield run("things", "part", "cup", str(folder / "Views" / "cup 2.jpg"))
    yield run("things", "join", "cup", "#2")
    yield run("similarity", "update")
    yield run("similarity", "groups")
    yield run("similarity", "places")
    yield run("duplicates")
    yield run("duplicates", "--trash", "--dry-run", form="plan")
    yield run("duplicates", "--trash", "--yes", form="trashed")
    yield run("trash", rocket, "--yes")
    yield run("library", "info")
    yield run("library", "photo", coffee)
    yield run("library", "vectors")
    yield run("library", "check")
    yield run("library", "compact")
    yield run("library", "rebuild")
    yield run("library", "backup", str(folder / "all.cbirbackup"))
    yield run("library", "restore", str(folder / "all.cbirbackup"), "--library", str(folder / "restored"))
    yield run("library", "move", str(folder / "moved"), "--library", str(folder / "restored"))
    yield run("library", "forget", str(pictures), "--library", str(folder / "moved"))
    yield run("token", "add", "Anna")
    yield run("token", "list")
    yield run("token", "remove", "Anna")
    yield run("codebook", "info", form="file")
    yield run("codebook", "info", "--library", str(folder / "moved"), form="usage")
    yield run("codebook", "train", str(pictures), "-o", str(folder / "tiny.codebook"), "--words", "16")
    yield run("codebook", "info", str(folder / "tiny.codebook"), form="file")
    yield run("codebook", "use", str(folder / "tiny.codebook"), "--library", str(folder / "moved"))
    yield run("models", "import", str(folder / "colours"), "--name", "colours", *models)
    yield run("models", "use", "colours", *models)
    yield run("models", "list", *models)
    captions = {"captions": {"coffee.jpg": ["a red cup"], "chelsea.jpg": ["a white cat"]}}
    (pictures / "captions.json").write_text(json.dumps(captions["captions"]))
    yield run("models", "check", "colours", str(pictures), *models)
    yield run("models", "remove", "colours", *models)
    yield run("models", "learn", "--undo")
    yield run("self-test")
    make_dataset(folder / "set")
    yield run("index", str(folder / "set" / "reference"), "--library", str(folder / "set.library"))
    of_set = (str(folder / "set"), "--library", str(folder / "set.library"))
    yield run("evaluate", *of_set, "--run", str(folder / "a.run"))
    shutil.copy(folder / "a.run", folder / "b.run")
    yield run(
        *("evaluate", str(folder / "set"), "--compare", str(folder / "a.run"), str(folder / "b.run")),
        form="comparison",
    )
    yield run("evaluate", *of_set, "--without-right", form="without right")
    yield run("ablate", *of_set)
    yield run("ablate", *of_set)
    topics = "".join(f"{number}\tname:{NAMES[number % 4]}\n" for number in range(10))
    qrels = "".join(f"{number} 0 reference/{NAMES[number % 4]}.jpg 1\n" for number in range(10))
    (folder / "set" / "topics.tsv").write_text(topics)
    (folder / "set" / "qrels.txt").write_text(qrels)
    learn = (
        "--qrels",
        str(folder / "set" / "qrels.txt"),
        "--library",
        str(folder / "set.library"),
        "--learn",
    )
    yield run("evaluate", str(folder / "set" / "topics.tsv"), *learn, form="learned order")


NAMES_OF_TWO = frozenset(
    f"{group} {name}"
    for group, names in {
        "album": "create list correct show rename remove",
        "things": "update list show name icon join part offers accept dismiss film take-back",
        "similarity": "update groups show places",
        "library": "info photo vectors check compact rebuild backup restore move forget",
        "people": "on off erase status list show name merge draw undraw split cover hide find write suggest",
        "token": "add list remove",
        "codebook": "info train use learn",
        "models": "import use list check remove learn install train align languages graphs learned-features faces",
    }.items()
    for name in names.split()
)


def make_dataset(folder):
    """Write four photos, and a part of each as a query."""
    for name in NAMES[:4]:
        write_jpeg(folder / "reference" / f"{name}.jpg", photo(name))
        write_jpeg(folder / "query" / f"{name}.jpg", photo(name)[20:-40, 30:-50])


def printed(arguments):
    """Run a command in this process and return the JSON that it printed."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        code = main([str(word) for word in arguments])
    sys.stdout.flush()
    try:
        return json.loads(text.getvalue())
    except ValueError as error:
        raise AssertionError(f"{arguments} ended with {code} and printed {text.getvalue()!r}") from error
