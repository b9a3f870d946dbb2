"""A service behind a proxy: whom it believes, what it writes down, and what it tells systemd."""

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time

import pytest

from cbir.base.errors import CbirError
from cbir.cli import main
from cbir.server import ServeOptions, Tokens, token_file
from cbir.service import service_folder
from tests.cbir.server.behind_nginx import SHIPPED, behind_nginx, free_port, nginx
from tests.told import all_else, next_line

HERE = ("127.0.0.1",)
PERSON = {"X-Forwarded-User": "anna@example.org", "Sec-Fetch-Site": "same-origin"}


def lines(log, count):
    """The lines of an access log, as soon as there are so many: each is written after its answer."""
    last = time.monotonic() + 10
    while len(written := log.read_text().splitlines() if log.exists() else []) < count:
        assert time.monotonic() < last, written
        time.sleep(0.01)
    assert len(written) == count
    return written


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"trusted_proxies": ("proxy",)}, "--trusted-proxy takes an address"),
        ({"root_path": "photos"}, "--root-path takes the path"),
        ({"root_path": "/a//b"}, "--root-path takes the path"),
        ({"user_header": "X-User"}, "Anybody could send X-User"),
        ({"user_header": "X-User", "trusted_proxies": HERE, "write_group": "editors"}, "belong together"),
        ({"user_header": "X-User", "trusted_proxies": HERE, "open_to_all": True}, "not both"),
    ],
)
def test_options_that_would_open_the_service_are_refused(changes, told):
    with pytest.raises(CbirError, match=re.escape(told)):
        ServeOptions(**changes).check()


def test_below_a_root_path_the_guard_and_the_routes_see_the_same_path(serve):
    service = serve(root_path="/photos")
    assert service.get("/photos/api/library").status == 200
    assert service.get("/api/library").status == 200  # from a proxy that takes the path off
    for path in ("/photos/photos/api/library", "/photos//api/library", "/photosapi/library", "/photos/x"):
        assert service.get(path, token=None).status == 404, path
    assert service.get("/photos/api/library", token=None).code == "token_missing"
    assert service.get("/photos").headers["location"] == "/photos/"
    page = service.get("/photos/")
    assert page.status == 200 and b'"/' not in page.body
    assert service.get("/openapi.json").json["servers"] == [{"url": "/photos"}]


@pytest.mark.parametrize(
    ("trusted", "forwarded", "sender"),
    [
        (HERE, "203.0.113.7", "203.0.113.7"),
        (HERE, "198.51.100.1, 203.0.113.7", "203.0.113.7"),
        ((*HERE, "203.0.113.0/24"), "198.51.100.1, 203.0.113.7", "198.51.100.1"),
        (HERE, "203.0.113.7, nonsense", "127.0.0.1"),
        (HERE, "2001:db8::1", "2001:db8::1"),
        ((), "203.0.113.7", "127.0.0.1"),
    ],
)
def test_the_sender_is_the_nearest_address_that_is_no_trusted_proxy(
    serve, tmp_path, trusted, forwarded, sender
):
    service = serve(trusted_proxies=trusted, access_log=tmp_path / "access.log")
    service.get("/api/library", X_Forwarded_For=forwarded)
    assert lines(tmp_path / "access.log", 1)[0].split()[0] == sender


def test_wrong_tokens_of_one_sender_lock_nobody_else_out(serve):
    service = serve(trusted_proxies=HERE)
    for _ in range(70):
        last = service.get("/api/library", token="guess", X_Forwarded_For="203.0.113.7")
    assert last.status == 429
    assert service.get("/api/library", token="guess", X_Forwarded_For="203.0.113.8").status == 401


def test_a_person_whom_a_trusted_proxy_names_needs_no_token(serve):
    about = {"user_header": "X-Forwarded-User", "group_header": "X-Groups", "write_group": "editors"}
    service = serve(role=None, writable=True, trusted_proxies=HERE, **about)
    photo = service.photo("coffee")

    def rate(**headers):
        sent = {**PERSON, **headers}
        return service.send_json("PUT", f"/api/photos/{photo}/rating", {"rating": 4}, **sent).status

    assert service.get("/api/library", **PERSON).status == 200
    assert service.get("/api/library").code == "token_missing"
    assert service.get("/api/library", **PERSON, token="guess").code == "token_unknown"
    assert (
        rate() == 403 and rate(X_Groups="staff, editors") == 200 and rate(X_Groups="editors-in-chief") == 403
    )
    for site in ("cross-site", "same-site"):
        assert service.get("/api/library", **{**PERSON, "Sec-Fetch-Site": site}).code == "other_site"
        assert rate(X_Groups="editors", **{"Sec-Fetch-Site": site}) == 403
    untrusted = serve(role="read", trusted_proxies=("203.0.113.7",), user_header="X-Forwarded-User")
    assert untrusted.get("/api/library", token=None, **PERSON).code == "token_missing"


def test_a_service_without_tokens_is_not_opened_by_a_proxy_of_this_computer(serve):
    service = serve(role=None, open_to_all=True)
    assert service.get("/api/library").status == 200
    assert service.get("/api/library", X_Forwarded_For="203.0.113.7").code == "other_site"


def test_a_line_of_the_access_log_says_who_asked_for_what_but_not_the_words(serve, tmp_path):
    log = tmp_path / "access.log"
    service = serve(access_log=log)
    service.get("/api/search?text=secret", User_Agent='curl" 200 1 "-\x1b[2J')
    service.get("/api/photos/%0a127.0.0.9%22", token=None)
    first, second = lines(log, 2)
    assert re.fullmatch(
        r'127\.0\.0\.1 - read_0 \[\d\d/\w{3}/\d{4}(:\d\d){3} [+-]\d{4}\] "GET /api/search HTTP/1\.1" 200 \d+ '
        r'"-" "curl\\x22 200 1 \\x22-\\x1b\[2J" \d+\.\d{3}',
        first,
    )
    assert '"GET /api/photos/\\n127.0.0.9\\x22 HTTP/1.1" 401' in second
    log.rename(tmp_path / "access.log.1")  # as logrotate does
    service.get("/health")
    assert '"GET /health HTTP/1.1" 200 ' in lines(log, 1)[0]


def test_options_come_from_the_command_line_then_the_environment_then_a_file(
    make_library, tmp_path, monkeypatch
):
    seen = []
    monkeypatch.setattr("cbir.server.serve", lambda library, options, listening: seen.append(options))
    monkeypatch.setenv("CBIR_LIBRARY", str(make_library().folder))
    file = tmp_path / "serve.toml"
    file.write_text(
        'port = 1\nrate = 7\nwritable = true\ntrusted-proxy = ["10.0.0.0/8", "::1"]\nroot_path = "/a/"\n'
    )
    monkeypatch.setenv("CBIR_SERVE_PORT", "2")
    monkeypatch.setenv("CBIR_SERVE_RATE", "8")
    monkeypatch.setenv("CBIR_SERVE_CONFIG", str(file))
    assert main(["serve", "--port", "3"]) == 0
    (options,) = seen
    assert (options.port, options.per_minute, options.writable) == (3, 8, True)
    assert options.trusted_proxies == ("10.0.0.0/8", "::1") and options.root_path == "/a"


def test_the_shipped_configuration_is_one(make_library, monkeypatch):
    seen = []
    monkeypatch.setattr("cbir.server.serve", lambda library, options, listening: seen.append(options))
    file = SHIPPED.with_name("serve.toml")
    assert main(["serve", "--config", str(file), "--library", str(make_library().folder)]) == 0
    assert seen[0].root_path == "/photos"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("prot = 1", "prot in "),
        ("[serve]\nport = 1", "serve in "),
        ('trusted-proxy = "10.0.0.0/8"', "trusted-proxy in "),
        ("port = ", "cannot be read"),
    ],
)
def test_a_configuration_that_is_wrong_is_named(tmp_path, capsys, text, told):
    file = tmp_path / "serve.toml"
    file.write_text(text)
    assert main(["serve", "--config", str(file)]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="systemd is on Linux")
def test_it_tells_systemd_when_it_is_ready_and_when_it_ends(make_library, tmp_path):
    pytest.importorskip("fastapi", reason="the service needs the extra `serve`")
    folder = make_library().folder
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(30)
        command = [sys.executable, "-m", "cbir", "serve", "--open", "--port", "0", "--library", str(folder)]
        told = {**os.environ, "NOTIFY_SOCKET": str(tmp_path / "notify")}
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=told) as process:
            try:
                assert manager.recv(99) == b"READY=1"
                assert process.stderr is not None and " answers at " in next_line(process.stderr)
                process.send_signal(signal.SIGTERM)
                assert manager.recv(99) == b"STOPPING=1"
                assert process.wait(30) == 0 and all_else(process.stderr) == ""
            finally:
                process.kill()


@pytest.mark.skipif(nginx() is None, reason="there is no nginx here (Debian: nginx-light)")
def test_behind_nginx_the_shipped_file_shows_it_below_a_path(make_library, tmp_path, engine):
    pytest.importorskip("fastapi", reason="the service needs the extra `serve`")
    folder, log, port = make_library().folder, tmp_path / "access.log", free_port()
    token = Tokens(token_file(folder)).add("Anna", "read", 1)
    command = [sys.executable, "-m", "cbir", "serve", "--port", str(port), "--library", str(folder)]
    command += ["--root-path", "/photos", "--trusted-proxy", "127.0.0.1", "--access-log", str(log)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None and " answers at " in next_line(process.stderr)
            with behind_nginx(f"127.0.0.1:{port}", tmp_path / "nginx") as address:
                place = address.partition("/")[0]
                for path, status in (("/photos", 308), ("/photos/", 200), ("/photos/api/library", 200)):
                    connection = http.client.HTTPConnection(place, timeout=30)
                    connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
                    assert connection.getresponse().status == status, path
                    connection.close()
                window = engine(service_folder(f"http://{address}/", token))
                assert window.first.info.service == f"http://{address}"
        finally:
            process.terminate()
    assert [line.split()[2] for line in log.read_text().splitlines()][:2] == ["-", "Anna"]
