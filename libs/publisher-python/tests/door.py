"""A stand-in for ``POST /ingest/events``, with faults on request."""

from __future__ import annotations

import gzip
import json
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "ptk_live_abcdefg2_" + "Aa0" * 10 + "Zz"


class Door:
    """``faults`` are what happens to the next requests: cut, lost, silent, or (status, headers, body)."""

    def __init__(self) -> None:
        self.posted: list[list[dict[str, Any]]] = []
        self.sizes: list[int] = []
        self.headers: list[dict[str, str]] = []
        self.stored: dict[str, str] = {}
        self.answered: list[str] = []
        self.faults: list[Any] = []
        self._lock = threading.Lock()
        door = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_POST(self) -> None:
                door.serve(self)

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def serve(self, request: BaseHTTPRequestHandler) -> None:
        body = request.rfile.read(int(request.headers["content-length"]))
        size = len(body)
        if request.headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        events = json.loads(body)
        with self._lock:
            self.posted.append(events)
            self.sizes.append(size)
            self.headers.append(dict(request.headers))
            fault = self.faults.pop(0) if self.faults else None
        if fault == "cut":
            return self._cut(request)
        if fault == "silent":
            request.connection.settimeout(5)
            try:
                request.connection.recv(1)
            except OSError:
                pass
            return self._cut(request)
        if isinstance(fault, tuple):
            return self._answer(request, *fault)
        if request.headers.get("authorization") != f"Bearer {KEY}":
            said = f"{request.headers.get('authorization')} is unknown."
            problem = {"title": "Sign-in is needed", "code": "unauthenticated", "message": said}
            return self._answer(request, 401, {}, json.dumps(problem))
        rejected = []
        with self._lock:
            for index, event in enumerate(events):
                if event["result"] not in ("SUCCESS", "FAILURE"):
                    verdict = {"code": "invalid_field", "reason": "result should be SUCCESS or FAILURE"}
                    rejected.append({"index": index, "id": event["id"], "pointer": "/result", **verdict})
                else:
                    self.stored.setdefault(event["id"], json.dumps(event))
            if fault != "lost":
                wrong = {item["id"] for item in rejected}
                self.answered += [event["id"] for event in events if event["id"] not in wrong]
        if fault == "lost":
            return self._cut(request)
        answer = {"accepted": len(events) - len(rejected), "rejected": rejected}
        self._answer(request, 202, {}, json.dumps(answer))

    @staticmethod
    def _cut(request: BaseHTTPRequestHandler) -> None:
        request.close_connection = True
        try:
            request.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    @staticmethod
    def _answer(request: BaseHTTPRequestHandler, status: int, headers: dict[str, str], body: str) -> None:
        request.send_response(status)
        for name, value in {"content-length": str(len(body.encode())), **headers}.items():
            request.send_header(name, value)
        request.end_headers()
        request.wfile.write(body.encode())


def eventually(look: Any, within: float = 10.0) -> None:
    """Returns once ``look`` answers something true."""
    deadline = time.monotonic() + within
    while not look():
        if time.monotonic() > deadline:
            raise AssertionError(f"it never became true within {within} s")
        time.sleep(0.005)


def event_of(**changes: Any) -> dict[str, Any]:
    event: dict[str, Any] = {
        "source_type": "payroll",
        "event_name": "payrun.completed",
        "result": "SUCCESS",
        "details": {"message": "42 payslips sent"},
    }
    return {**event, **changes}


def many(count: int) -> list[dict[str, Any]]:
    return [event_of() for _ in range(count)]


__all__ = ["KEY", "Door", "event_of", "eventually", "many"]
