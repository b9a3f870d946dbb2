"""A request as a proxy passes it on -> the request as its sender made it.

The options name the trusted proxies by address. The forwarding headers of any other sender are ignored.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address

from starlette.datastructures import Headers
from starlette.types import Scope

from cbir.server.options import ServeOptions

_FORWARDED = "x-forwarded-for"
_MOST_NAME = 200  # letters of a person's name in a proxy's header


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person who has logged in at a trusted proxy."""

    name: str
    may_write: bool


class Proxies:
    """The proxies that a service trusts, and the path below which they publish it."""

    def __init__(self, options: ServeOptions) -> None:
        self._options = options
        self._trusted = options.proxies

    def unwrapped(self, scope: Scope) -> Scope:
        """Return the request with its sender's address, and with its path below the root path.

        A proxy may pass the root path on or leave it out. It is removed here, so that checks and routes see the same
        paths.
        """
        path, root = scope["path"], self._options.root_path
        if root and path.startswith(f"{root}/"):
            path = path[len(root) :]
        client = scope["client"]
        return {**scope, "path": path, "client": client and (self._sender(scope, client[0]), client[1])}

    def person(self, scope: Scope) -> Person | None:
        """Return the person whom a trusted proxy names. The options say in which header."""
        options, headers = self._options, Headers(scope=scope)
        name = headers.get(options.user_header, "").strip() if options.user_header else ""
        if not name or not self._trusts(scope.get("state", {}).get("peer", "")):
            return None
        groups = headers.get(options.group_header, "").split(",") if options.group_header else []
        member = options.write_group in [group.strip() for group in groups]
        return Person(name=name[:_MOST_NAME], may_write=bool(options.write_group) and member)

    def _sender(self, scope: Scope, peer: str) -> str:
        """Return the last address that is not a trusted proxy's. Its owner could have forged all earlier ones."""
        scope.setdefault("state", {})["peer"] = peer
        if not self._trusts(peer):
            return peer
        sender = peer
        for text in reversed(",".join(Headers(scope=scope).getlist(_FORWARDED)).split(",")):
            address = _address(text.strip())
            if address is None:
                break
            sender = str(address)
            if not self._trusts(sender):
                break
        return sender

    def _trusts(self, text: str) -> bool:
        address = _address(text)
        return address is not None and any(address in network for network in self._trusted)


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address
