"""Fetches the picture at a pasted or dropped web address, after the user has agreed.

Only https, only pictures, and only up to a maximum size. The bytes are passed to the engine, which decodes them in a
worker like any other picture. No cookie is kept, and no referrer is sent.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal

from cbir_app.base.language import number, tr

if (
    TYPE_CHECKING
):  # Qt's network needs a library that not every system has, and the first frame needs no network
    from PySide6.QtNetwork import QNetworkAccessManager, QNetworkReply

MAX_BYTES = 32 << 20
TIMEOUT_MS = 20_000
PAGES = ("text/html", "application/xhtml+xml")


class WebPicture(QObject):
    """Fetches one picture at a time; a newer address cancels the older one."""

    arrived = Signal(object)  # bytes
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None, *, schemes: Collection[str] = ("https",)) -> None:
        super().__init__(parent)
        self._schemes = schemes
        self.network: QNetworkAccessManager | None = None
        self.reply: QNetworkReply | None = None
        self._refusal = ""

    def refusal(self, address: QUrl) -> str:
        """Return the reason why an address is not fetched; empty if it may be."""
        if address.scheme() in self._schemes and address.host():
            return ""
        return tr("Only addresses that begin with https:// are fetched.")

    def fetch(self, address: QUrl) -> None:
        if why := self.refusal(address):
            self.failed.emit(why)
            return
        self.stop()
        try:
            from PySide6.QtNetwork import QNetworkAccessManager, QNetworkRequest
        except ImportError as error:
            self.failed.emit(tr("The picture could not be fetched: {reason}.", reason=str(error).rstrip(".")))
            return
        if self.network is None:
            self.network = QNetworkAccessManager(self)
            self.network.setTransferTimeout(TIMEOUT_MS)
        request = QNetworkRequest(address)
        attributes, policies = QNetworkRequest.Attribute, QNetworkRequest.RedirectPolicy
        request.setAttribute(attributes.RedirectPolicyAttribute, policies.NoLessSafeRedirectPolicy)
        request.setAttribute(attributes.CookieSaveControlAttribute, QNetworkRequest.LoadControl.Manual)
        request.setMaximumRedirectsAllowed(5)
        request.setRawHeader(b"Accept", b"image/*")
        self._refusal = ""
        self.reply = reply = self.network.get(request)
        reply.metaDataChanged.connect(self._check_headers)
        reply.downloadProgress.connect(self._limit)
        reply.finished.connect(self._on_finished)

    def stop(self) -> None:
        """Cancel the current request without a message."""
        if self.reply is not None:
            reply, self.reply = self.reply, None
            reply.blockSignals(True)
            reply.abort()
            reply.deleteLater()

    def _check_headers(self) -> None:
        """Refuse contents that are no picture or too large, before they are downloaded."""
        if (reply := self.reply) is None:
            return
        from PySide6.QtNetwork import QNetworkRequest

        status = reply.attribute(QNetworkRequest.Attribute.HttpStatusCodeAttribute)
        if not isinstance(status, int) or not 200 <= status < 300:
            return
        headers = QNetworkRequest.KnownHeaders
        kind = str(reply.header(headers.ContentTypeHeader) or "").partition(";")[0].strip().lower()
        if kind in PAGES:
            self._refuse(tr("This address is a web page. Open it, and drag or copy the picture itself."))
        elif not kind.startswith("image/") and kind != "application/octet-stream":
            self._refuse(tr("There is no picture at this address."))
        length = reply.header(headers.ContentLengthHeader)
        self._limit(length if isinstance(length, int) else 0)

    def _limit(self, size: int, _total: int = 0) -> None:
        if size > MAX_BYTES:
            most = number(MAX_BYTES >> 20)
            self._refuse(tr("The picture is larger than {most} MB. Save it and open the file.", most=most))

    def _refuse(self, why: str) -> None:
        if self.reply is not None:
            self._refusal = why
            self.reply.abort()

    def _on_finished(self) -> None:
        if (reply := self.reply) is None:
            return
        self.reply = None
        reply.deleteLater()
        if self._refusal:
            self.failed.emit(self._refusal)
        elif reply.error() != reply.NetworkError.NoError:
            why = reply.errorString().rstrip(".")
            self.failed.emit(tr("The picture could not be fetched: {reason}.", reason=why))
        elif content := bytes(reply.readAll().data()):
            self.arrived.emit(content)
        else:
            self.failed.emit(tr("There is no picture at this address."))
