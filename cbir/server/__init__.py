"""HTTP -> one library, for many people: access rights, refusals, and the page in the browser.

Everything in this package except the tokens needs the extra `serve`, and is loaded only by serve().
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cbir.base.errors import CbirError
from cbir.base.extras import how_to_install
from cbir.server.options import ServeOptions
from cbir.server.tokens import Role, Tokens, token_file

if TYPE_CHECKING:
    from cbir.library import Library

__all__ = ["Role", "ServeOptions", "Tokens", "serve", "token_file"]


def serve(
    library: Library, options: ServeOptions, listening: Callable[[str], object] = lambda address: None
) -> None:
    """Answer requests until the process is told to end. listening : called with the address when ready

    Raises CbirError if the extra is not installed, or the options would leave the library open to others.
    """
    try:
        from cbir.server.running import Service
    except ImportError as error:
        raise CbirError(
            "The service needs packages that are not installed ({0}). {1}",
            error.name,
            how_to_install("serve"),
        ) from error
    Service(library, options).run(listening)
