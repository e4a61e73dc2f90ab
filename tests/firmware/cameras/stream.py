"""A network camera on this machine: Motion JPEG over HTTP, as telephones send it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self

import cv2

from vision.arrays import Picture

BOUNDARY = "frame"


class NetworkCamera:
    """Sends pictures to whoever asks, one every `period_s`, until they end.

    `pictures` gives the picture of a number, or None at the end of the stream. `port` 0
    takes any that is free.
    """

    def __init__(
        self,
        pictures: Callable[[int], Picture | None],
        *,
        period_s: float = 1 / 30,
        port: int = 0,
    ) -> None:
        self._ending = threading.Event()
        ending = self._ending

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                kind = f"multipart/x-mixed-replace; boundary={BOUNDARY}"
                self.send_header("Content-Type", kind)
                self.end_headers()
                number = 0
                while not ending.wait(period_s):
                    picture = pictures(number)
                    if picture is None or not self._sent(picture):
                        return
                    number += 1

            def _sent(self, picture: Picture) -> bool:
                data = cv2.imencode(".jpg", picture)[1].tobytes()
                head = (
                    f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\n"
                    f"Content-Length: {len(data)}\r\n\r\n"
                )
                try:
                    self.wfile.write(head.encode() + data + b"\r\n")
                except OSError:
                    return False
                return True

            def log_message(self, *_: object) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever)

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._server.server_address[1])

    @property
    def source(self) -> str:
        """What it is called on the command line."""
        return f"url:http://127.0.0.1:{self.port}/video"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ending.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
