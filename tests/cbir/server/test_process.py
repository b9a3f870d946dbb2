"""`cbir serve` as a process: what it says, how it ends, and that nothing of it is loaded by anything else."""

import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

from cbir.cli import main
from cbir.evaluation import encode_jpeg
from cbir.server import Tokens, token_file
from tests.pictures import flat
from tests.told import all_else, next_line

HEAVY = (
    "fastapi",
    "starlette",
    "uvicorn",
    "pydantic",
    "opentelemetry",
    "h11",
    "psycopg",
    "distributed",
    "dask",
)


def test_no_command_loads_it_but_its_own():
    code = (
        "import sys, cbir, cbir.library, cbir.service, cbir.cluster, cbir.cli.application;"
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_without_the_extra_it_says_what_to_install(make_library, monkeypatch, capsys):
    library = make_library()
    monkeypatch.setitem(sys.modules, "cbir.server.running", None)
    monkeypatch.setitem(sys.modules, "fastapi", None)
    assert main(["serve", "--open", "--library", str(library.folder)]) == 2
    assert 'pip install "cbir[serve]"' in capsys.readouterr().err


@pytest.fixture
def folder(make_library):
    pytest.importorskip("fastapi", reason="the service needs the extra `serve`")
    pytest.importorskip("uvicorn", reason="the service needs the extra `serve`")
    return make_library().folder


def test_it_begins_with_a_token_and_a_free_port_alone(folder, capsys):
    assert main(["serve", "--library", str(folder)]) == 2
    assert "cbir token add" in capsys.readouterr().err
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["serve", "--open", "--port", port, "--library", str(folder)]) == 2
    assert f"Nothing can listen on 127.0.0.1, port {port}" in capsys.readouterr().err


@pytest.fixture
def interruptible():
    """Make started processes interruptible, even in a shell's background job, which ignores interrupts."""
    inherited = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, inherited)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM")
@pytest.mark.parametrize(("sent", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_it_ends_when_it_is_told(folder, sent, code):
    token = Tokens(token_file(folder)).add("Anna", "read", 1)
    command = [sys.executable, "-m", "cbir", "serve", "--port", "0", "--library", str(folder)]
    command += ["--max-megapixels", "0.01"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            said = next_line(process.stderr)
            assert said.startswith(f"{folder} answers at http://127.0.0.1:")
            asked = urllib.request.Request(
                f"{said.split()[-1]}/api/library", headers={"Authorization": f"Bearer {token}"}
            )
            with urllib.request.urlopen(asked) as answer:
                assert answer.status == 200
            asked.full_url = asked.full_url.replace("library", "search")
            asked.data = encode_jpeg(flat(120, 100), 90)  # sent under the name of a form, as curl does
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(asked)
            assert b"120 x 100 pixels are more than the limit of 0.01 million." in refused.value.read()
            process.send_signal(sent)
            assert process.wait(30) == code
            assert all_else(process.stderr) == ""
        finally:
            process.kill()  # where it did not end


def test_what_a_visitor_sends_makes_up_no_line_of_the_log(folder):
    code = (
        "import logging, sys; from cbir.cli import main; import cbir.server as server\n"
        "def serve(*_):\n"
        "    logging.getLogger('x').warning('near:%s', 'a\\nroot logged in\\x1b[2J\\u2028b')\n"
        "    try: raise ValueError('c\\nroot logged in')\n"
        "    except ValueError: logging.getLogger('x').exception('failed')\n"
        "server.serve = serve\n"
        "sys.exit(main(['serve', '--open', '--library', sys.argv[1]]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)], capture_output=True, text=True, check=True
    )
    lines = done.stderr.splitlines()
    assert lines[0] == r"near:a\nroot logged in\x1b[2J\u2028b"
    assert lines[1] == "failed" and all(line.startswith("  | ") for line in lines[2:])
    assert not any(line.startswith("root") for line in lines)
