"""TLS, and connections of which nobody knows more than that they are there."""

import contextlib
import gc
import logging
import shutil
import ssl
import subprocess
from asyncio.sslproto import SSLProtocol

import pytest

import cbir.server
from cbir.base.errors import CbirError
from cbir.server import ServeOptions
from tests.cbir.server.sockets import connected, head, rest_of, seen, told


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    if shutil.which("openssl") is None:
        pytest.skip("openssl, which makes the certificate, is not here")
    folder = tmp_path_factory.mktemp("tls")
    cert, key = folder / "cert.pem", folder / "key.pem"
    command = (
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=here"
    )
    subprocess.run([*command.split(), "-keyout", key, "-out", cert], check=True, capture_output=True)
    return cert, key


def encrypted(service, cert, path):
    """The answer of a service with TLS, and the version of that."""
    trusting = ssl.create_default_context(cafile=cert)
    trusting.check_hostname = False
    with connected(service) as plain, trusting.wrap_socket(plain) as connection:
        connection.sendall(head(service, "Connection: close", method="GET", path=path))
        return rest_of(connection), connection.version()


def tls_buffers():
    """The bytes that this process keeps ready for each connection with TLS."""
    found = [candidate for candidate in gc.get_objects() if type(candidate) is SSLProtocol]
    return [len(one._ssl_buffer) for one in found]


def test_more_connections_than_there_is_room_for_are_told_so(serve):
    service = serve(connections=20)
    with contextlib.ExitStack() as open_ones:
        for _ in range(20):
            open_ones.enter_context(connected(service))
        for _ in range(2):
            answer = rest_of(open_ones.enter_context(connected(service)))
            assert told(answer) == (503, "too_many_connections") and b"retry-after: 2" in answer.lower()
    assert seen(lambda: service.get("/health").status == 200)
    assert b"cbir_refused_connections_total 2" in service.get("/metrics").body


def test_tls_by_configuration(serve, certificate):
    cert, key = certificate
    service = serve(tls_cert=cert, tls_key=key)
    with pytest.raises(CbirError, match="cannot be used"):
        cbir.server.serve(service.library, ServeOptions(port=0, tls_cert=key, tls_key=cert))
    answer, version = encrypted(service, cert, "/health")
    assert answer.startswith(b"HTTP/1.1 200") and version == "TLSv1.3"
    with connected(service) as plain:
        plain.sendall(head(service, method="GET", path="/health"))
        assert b"200" not in rest_of(plain)


def test_those_who_never_say_a_word_of_tls_are_bounded_and_left(serve, certificate, caplog):
    cert, key = certificate
    service = serve(tls_cert=cert, tls_key=key, connections=2, request_s=3)
    with contextlib.ExitStack() as open_ones, caplog.at_level(logging.WARNING, "asyncio"):
        silent = [open_ones.enter_context(connected(service)) for _ in range(75)]
        assert seen(lambda: len(tls_buffers()) > 60) and set(tls_buffers()) == {32 << 10}
        assert [rest_of(one) for one in silent] == [b""] * 75  # and no timeout: the service hung up on them
        answer, _ = encrypted(service, cert, "/metrics")
    assert b"cbir_refused_connections_total 9\n" in answer, (
        "2 and the 64 who would have been told so had room"
    )
    assert not caplog.records
