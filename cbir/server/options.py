"""Options of a service. Each limit keeps one kind of request from taking the resources that all need."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path

from cbir.base.cores import usable_cores
from cbir.base.errors import CbirError

Network = IPv4Network | IPv6Network
_ROOT_PATH = re.compile(r"(?:/[\w.~-]+)+")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeOptions:
    """Options of a service. Default: read-only, with tokens, and only on this computer.

    originals : send the photos' own files. positions : send where photos were taken; a token may exclude that
    open_to_all : everybody who reaches the service may read without a token
    tls_cert, tls_key : PEM files. plain_http : a proxy in front encrypts instead of the service
    root_path : where a proxy shows the service, such as /photos; empty for its top
    trusted_proxies : addresses and networks whose X-Forwarded-For, user_header and group_header are believed
    user_header : in which a proxy names a person who has logged in there. write_group : who of them may write
    access_log : a file with one line for each answer; "-" is stderr
    per_minute : searches of one token; a thumbnail counts as a tenth of one
    searches : at once. waiting : requests that may wait for their turn; further ones are told to come back
    connections : at once; further ones are refused
    """

    host: str = "127.0.0.1"
    port: int = 8765
    tokens: Path | None = None
    writable: bool = False
    originals: bool = False
    positions: bool = True
    open_to_all: bool = False
    tls_cert: Path | None = None
    tls_key: Path | None = None
    plain_http: bool = False
    root_path: str = ""
    trusted_proxies: tuple[str, ...] = ()
    user_header: str = ""
    group_header: str = ""
    write_group: str = ""
    access_log: Path | None = None
    max_upload_bytes: int = 32 << 20
    upload_memory_bytes: int = 256 << 20  # for all uploads together, while they arrive and are searched with
    per_minute: float = 120
    searches: int = 0
    waiting: int = 16
    connections: int = 2000
    search_s: float = 30  # a search that takes longer is stopped
    upload_s: float = 30  # an upload that takes longer is refused
    end_s: float = 9  # from the signal to the end of the process; answers may be finished in the first half
    request_s: float = 20  # until a request's head has arrived, and until the client takes its answer

    @property
    def searches_at_once(self) -> int:
        return self.searches or max(2, usable_cores())  # at least one stays free for other visitors

    @property
    def is_local(self) -> bool:
        """True if only this computer can reach the service."""
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def proxies(self) -> tuple[Network, ...]:
        """The trusted networks. Raises CbirError for a text that names none."""
        try:
            return tuple(ip_network(text, strict=False) for text in self.trusted_proxies)
        except ValueError as error:
            raise CbirError(
                "--trusted-proxy takes an address such as 127.0.0.1, or a network such as 10.0.0.0/8: {0}.",
                error,
            ) from error

    def check(self) -> None:
        """Raise CbirError if the options would send tokens in clear text, or open a network service without them."""
        trusted = self.proxies
        if self.root_path and not _ROOT_PATH.fullmatch(self.root_path):
            raise CbirError(
                "--root-path takes the path at which a proxy shows the service, such as /photos, not {0}.",
                self.root_path,
            )
        if self.user_header and not trusted:
            raise CbirError(
                "Anybody could send {0}. Name the proxy that sets it: --trusted-proxy 127.0.0.1",
                self.user_header,
            )
        if bool(self.group_header) != bool(self.write_group) or (self.write_group and not self.user_header):
            raise CbirError(
                "--group-header, --write-group and --user-header belong together: give all three."
            )
        if self.user_header and self.open_to_all:
            raise CbirError("Give --open, or --user-header for people who log in at a proxy, not both.")
        if (self.tls_cert is None) != (self.tls_key is None):
            raise CbirError("TLS needs two files: give --tls-cert and --tls-key together.")
        if self.open_to_all and not self.is_local:
            raise CbirError(
                "--open lets everybody in who reaches {0}. It is only for this computer: leave "
                "out --host, or make tokens with `cbir token add`.",
                self.host,
            )
        if self.originals and not self.positions:
            raise CbirError(
                "Photos' own files say where they were taken. Give --originals or --no-positions, not both."
            )
        if self.open_to_all and self.writable:
            raise CbirError("--open is for reading. To write, make a token: cbir token add NAME --role write")
        if not self.is_local and self.tls_cert is None and not self.plain_http:
            raise CbirError(
                "On {0}, tokens and photos would cross the network unencrypted. Give --tls-cert "
                "and --tls-key, or --plain-http if a proxy in front of it encrypts.",
                self.host,
            )
