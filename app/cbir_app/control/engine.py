"""Reports that the engine is ready, refuses a library or is lost, and chooses the device of its models."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from cbir.base.types import Device, LibraryInfo
from cbir_app.base.language import tr
from cbir_app.base.notice import Notice
from cbir_app.base.preferences import Preferences
from cbir_app.engine import Engine
from cbir_app.panels.library import StatusLine
from cbir_app.viewer import Pages


class EngineControl(QObject):
    stopped = Signal()  # the engine refused the library or was lost

    def __init__(
        self, engine: Engine, pages: Pages, status: StatusLine, notice: Notice, preferences: Preferences
    ) -> None:
        super().__init__(pages)
        self.engine, self._pages, self._status, self._notice = engine, pages, status, notice
        self._preferences = preferences
        engine.use(preferences.device)
        engine.ready.connect(self._on_ready)
        engine.refused.connect(self._on_refused)
        engine.lost.connect(self._on_lost)
        engine.delayed.connect(status.show_delay)

    def restart(self) -> None:
        self._status.say(tr("Opening the library…"))
        self._pages.results.set_broken(None)
        self.engine.restart()

    def use(self, device: Device) -> None:
        """Run models on a device, now and from the next start on."""
        self._preferences.device = device
        self.engine.use(device)

    def _on_ready(self, _info: LibraryInfo) -> None:
        self._notice.take_back("engine")
        self._pages.results.set_broken(None)
        self._pages.make_viewers()

    def _on_refused(self, message: str) -> None:
        self._status.say(tr("The library is not open."))
        self._pages.results.set_broken((tr("The library cannot be opened"), message))
        self.stopped.emit()

    def _on_lost(self, message: str, again: bool) -> None:
        """Show a notice if the engine restarts, else the message in place of the results."""
        if again:
            self._notice.say(message, tone="warning", topic="engine")
            return
        self._notice.hide()  # the page gives the reason; notices of the failed requests would only repeat it
        self._status.say(tr("The search engine is not running."))
        self._pages.results.set_broken((tr("The search engine is not running"), message))
        self.stopped.emit()
