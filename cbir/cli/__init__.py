"""Arguments -> one command -> results on stdout, progress and notes on stderr, an exit code.

The only place that prints. Each command loads what it needs when it runs, so that `cbir --help` is quick.
Exit codes: 0 done, 1 nothing found, or something left undone, 2 an error, 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import gc
import sys
import traceback
from collections.abc import Sequence

from cbir.base.errors import CbirError, refusal
from cbir.base.liveness import SENTENCES, Wait, listen
from cbir.cli.console import EXIT_ERROR, EXIT_INTERRUPTED, prepare_streams, say
from cbir.cli.window import plain_arguments, show


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; None means the arguments of this process.

    An error whose text is meant for the user becomes that one sentence on stderr, without a traceback.
    """
    prepare_streams()
    if arguments is not None:
        return _listen_and_run(arguments)
    gc.set_threshold(_OBJECTS_BEFORE_COLLECTION)
    try:
        return _listen_and_run(sys.argv[1:])
    finally:
        gc.freeze()  # the process ends now: its objects need not be searched for garbage, which takes .15 s


def _listen_and_run(words: Sequence[str]) -> int:
    with listen(_Delays().tell):
        return _run(list(words))


_OBJECTS_BEFORE_COLLECTION = 50_000
"""Python's 700 searches the modules that a command imports again and again: .08 s of a typed search."""


class _Delays:
    """Reports each kind of delay once during a command."""

    def __init__(self) -> None:
        self._told: set[Wait] = set()

    def tell(self, wait: Wait, begins: bool) -> None:
        if begins and wait in SENTENCES and wait not in self._told:
            self._told.add(wait)
            say(SENTENCES[wait])


def _run(given: Sequence[str]) -> int:
    try:
        # Reading the arguments of all commands takes half as long as the window's first frame.
        if (file_and_library := plain_arguments(given)) is not None:
            return show(*file_and_library)
        import cbir.cluster
        from cbir.cli.application import command

        command()(args=given, prog_name="cbir")
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else EXIT_ERROR
    except CbirError as error:
        say(str(error))
        return EXIT_ERROR
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except Exception as error:
        if (sentence := refusal(error)) is not None:
            say(sentence)
            return EXIT_ERROR
        # Python would end with 1, which a script would read as "nothing found".
        traceback.print_exc()
        say("This is a fault of the program, not yours. Please report it with the lines above.")
        return EXIT_ERROR
    return 0
