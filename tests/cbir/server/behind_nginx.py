"""nginx in front of a service, with the file that `installers/service/` ships: at /photos/ of a port of its own."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

PREFIX = "/photos"
SHIPPED = Path(__file__).parents[3] / "installers" / "service" / "nginx.conf"
_PATIENCE_S = 10
_WHOLE = """
daemon off;
master_process off;
pid {folder}/pid;
error_log {folder}/errors;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {shipped}
}}
"""


def nginx() -> str | None:
    """The program, which Debian installs for administrators."""
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@contextlib.contextmanager
def behind_nginx(upstream: str, folder: Path) -> Iterator[str]:
    """HOST:PORT/photos, which nginx passes on to a service. upstream : its HOST:PORT. folder : for nginx's own files"""
    program = nginx()
    assert program is not None
    port = free_port()
    shipped = SHIPPED.read_text()
    for shown, here in (("127.0.0.1:8765", upstream), ("listen 80;", f"listen 127.0.0.1:{port};")):
        assert shown in shipped
        shipped = shipped.replace(shown, here)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "nginx.conf").write_text(_WHOLE.format(folder=folder, shipped=shipped))
    command = [program, "-e", str(folder / "errors"), "-c", str(folder / "nginx.conf")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            _wait(port, process)
            yield f"127.0.0.1:{port}{PREFIX}"
        finally:
            process.terminate()


def _wait(port: int, process: subprocess.Popen[str]) -> None:
    last = time.monotonic() + _PATIENCE_S
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        assert process.poll() is None and time.monotonic() < last, process.stderr and process.stderr.read()
        time.sleep(0.02)
