"""A token for a service -> the system's keyring, where there is one: the extra `keyring`."""

from __future__ import annotations

from typing import Any

_SERVICE = "cbir"


def keep(url: str, token: str) -> bool:
    """Keep the token for an address in the keyring. False if there is no keyring, or it refuses."""
    ring = _ring()
    if ring is None:
        return False
    try:
        ring.set_password(_SERVICE, url, token)
    except Exception:  # every system's keyring has its own errors: the file stays
        return False
    return True


def kept(url: str) -> str:
    """The token for an address in the keyring; empty if there is none."""
    ring = _ring()
    try:
        return "" if ring is None else ring.get_password(_SERVICE, url) or ""
    except Exception:  # locked, or gone: the service asks for a token
        return ""


def _ring() -> Any:
    """The system's keyring; None without the package, or without a keyring that encrypts."""
    try:
        import keyring
    except ImportError:
        return None
    ring = keyring.get_keyring()
    return ring if ring.priority >= 1 else None  # below: nothing, and files in clear text
