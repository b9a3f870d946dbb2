"""A Milvus that speaks TLS and wants to know who asks: what Milvus Lite answers, behind a door of gRPC's own."""

import shutil
import subprocess
from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from cbir.base.errors import IndexUnreachable
from cbir.cluster import Address, MilvusCollections
from tests.extras import needs

grpc = pytest.importorskip("grpc", reason="the extra cluster is not installed")
needs("milvus_lite", reason="the extra cluster is not installed")
WHO = "curator:an unusual password"


@pytest.fixture(name="certificate", scope="module")
def _certificate(tmp_path_factory):
    if shutil.which("openssl") is None:
        pytest.skip("openssl, which makes the certificate, is not here")
    folder = tmp_path_factory.mktemp("tls")
    cert, key = folder / "cert.pem", folder / "key.pem"
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
    names = ["-addext", "subjectAltName=DNS:localhost"]
    subprocess.run([*command.split(), *names, "-keyout", key, "-out", cert], check=True, capture_output=True)
    return cert, key


class Door(grpc.GenericRpcHandler):
    """Passes on what it does not understand, for those who say who they are."""

    def __init__(self, behind):
        self._channel = grpc.insecure_channel(behind)

    def service(self, details):
        said = dict(details.invocation_metadata).get("authorization", "")

        def answer(request, context):
            if said != b64encode(WHO.encode()).decode():
                context.abort(
                    grpc.StatusCode.UNAUTHENTICATED, "auth check failure, please check the password"
                )
            try:
                return self._channel.unary_unary(details.method)(request, timeout=60)
            except grpc.RpcError as error:
                context.abort(error.code(), error.details())

        return grpc.unary_unary_rpc_method_handler(answer)


@pytest.fixture(name="behind", scope="module")
def _behind(tmp_path_factory):
    """HOST:PORT of Milvus Lite."""
    from milvus_lite.server_manager import server_manager_instance

    data = str(tmp_path_factory.mktemp("behind") / "server.db")
    address = server_manager_instance.start_and_get_uri(data)
    assert address is not None
    yield address.removeprefix("http://")
    server_manager_instance.release_server(data)


@pytest.fixture(name="collections")
def _collections(behind, certificate, tmp_path):
    """The collections of a server without earlier requests: the client keeps connections."""
    cert, key = (path.read_bytes() for path in certificate)
    door = grpc.server(ThreadPoolExecutor(4), handlers=[Door(behind)])
    port = door.add_secure_port("localhost:0", grpc.ssl_server_credentials([(key, cert)]))
    door.start()
    collections = MilvusCollections(
        Address(server=f"https://localhost:{port}", name="photos"), tmp_path / "unused.db"
    )
    yield collections
    collections.close()
    door.stop(None).wait()


def test_it_is_used_by_whoever_says_who_asks(collections, certificate, monkeypatch):
    monkeypatch.setenv("CBIR_MILVUS_TOKEN", WHO)
    monkeypatch.setenv("CBIR_MILVUS_CA", str(certificate[0]))
    collections.check()
    collections.make("vectors", dimension=2)
    collections.upsert("vectors", [1, 2], [np.array(row, np.float32) for row in ([1, 0], [0, 1])])
    assert collections.nearest("vectors", np.array([0, 1], np.float32), 1, among=None).tolist() == [2]


@pytest.mark.parametrize("token", [None, "curator:guessed"])
def test_who_is_not_let_in_is_told_what_to_set(
    collections,
    certificate,
    monkeypatch,
    token,
):
    monkeypatch.delenv("CBIR_MILVUS_TOKEN", raising=False)
    if token is not None:
        monkeypatch.setenv("CBIR_MILVUS_TOKEN", token)
    monkeypatch.setenv("CBIR_MILVUS_CA", str(certificate[0]))
    with pytest.raises(
        IndexUnreachable, match=r"does not let this program in \(auth .*CBIR_MILVUS_TOKEN to USER"
    ):
        collections.check()


@pytest.mark.parametrize("trusted", [None, "missing.pem"])
def test_a_server_that_nobody_vouches_for_is_not_spoken_to(collections, tmp_path, monkeypatch, trusted):
    monkeypatch.setenv("CBIR_MILVUS_TOKEN", WHO)
    monkeypatch.setattr("cbir.cluster.milvus.CONNECT_S", 1.0)
    monkeypatch.delenv("CBIR_MILVUS_CA", raising=False)
    if trusted is not None:
        monkeypatch.setenv("CBIR_MILVUS_CA", str(tmp_path / trusted))
    with pytest.raises(
        IndexUnreachable, match=trusted or "yourself, set the environment variable CBIR_MILVUS_CA"
    ):
        collections.check()
