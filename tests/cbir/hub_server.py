"""A small server on this machine that answers as the Hugging Face hub does, and fails as a network does."""

import hashlib
import re
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

COMMIT = "0123456789abcdef0123456789abcdef01234567"


class HubServer:
    """files : content by "repository/name". The rest says what goes wrong.

    cut_after : bytes after which a connection is dropped, for the next `cuts` downloads
    sent : what arrives in place of a file's true content. ignores_ranges : always sends a file from its beginning
    """

    def __init__(self, files):
        self.files = files
        self.cut_after = 0
        self.cuts = 0
        self.sent = {}
        self.ignores_ranges = False
        self.status = None
        self.requests = []  # method, path, range
        self.tokens = []  # of each request: path, what it says in Authorization

    def content(self, name):
        return self.sent.get(name, self.files[name])


@contextmanager
def hub_server(files):
    """Yield the server's behaviour and its address."""
    hub = HubServer(files)

    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self):
            hub.requests.append(("HEAD", self.path, None))
            hub.tokens.append((self.path, self.headers.get("Authorization")))
            _describe(self, hub)

        def do_GET(self):
            hub.requests.append(("GET", self.path, self.headers.get("Range")))
            hub.tokens.append((self.path, self.headers.get("Authorization")))
            if self.path.startswith("/content/"):
                _send(self, hub)
            else:
                _describe(self, hub)

        def log_message(self, *_):
            """Keep the test's output clean."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield hub, f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def files_of_at_most(size):
    """Let no file of this process grow beyond some bytes, as on a disk that is full."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def _describe(handler, hub):
    found = re.fullmatch(r"/(.+)/resolve/(?:main|[0-9a-f]{40})/(.+)", handler.path)
    name = f"{found.group(1)}/{found.group(2)}" if found else ""
    if hub.status is not None or name not in hub.files:
        handler.send_response(hub.status or 404)
        handler.send_header("Content-Length", "0")
        handler.end_headers()
        return
    true = hub.files[name]
    handler.send_response(302)
    handler.send_header("X-Repo-Commit", COMMIT)
    handler.send_header("X-Linked-Etag", f'"{hashlib.sha256(true).hexdigest()}"')
    handler.send_header("X-Linked-Size", str(len(true)))
    handler.send_header("Location", f"http://{handler.headers['Host']}/content/{name}")
    handler.send_header("Content-Length", "0")
    handler.end_headers()


def _send(handler, hub):
    data = hub.content(handler.path.removeprefix("/content/"))
    start, wanted = 0, handler.headers.get("Range")
    if wanted and not hub.ignores_ranges:
        start = int(wanted.removeprefix("bytes=").removesuffix("-"))
        handler.send_response(206)
    else:
        handler.send_response(200)
    handler.send_header("Content-Length", str(len(data) - start))
    handler.end_headers()
    part = data[start:]
    if hub.cuts:
        hub.cuts -= 1
        part = part[: hub.cut_after]
    handler.wfile.write(part)
