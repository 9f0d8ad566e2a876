"""One request to ``POST /ingest/events``."""

from __future__ import annotations

import gzip
import http.client
import json
import socket
import ssl
import time
from email.utils import parsedate_to_datetime
from typing import Any, Optional, Sequence

from ._access import check_key, check_url, scrub
from ._call import Rejection

_IDLE = 2.0
"""Seconds after which an idle connection is not reused, because servers close idle ones."""
_RETRYABLE = (408, 425, 429)


class SendError(Exception):
    """A batch got no results. The error contains no secrets. ``retry_after`` is in seconds."""

    def __init__(
        self,
        message: str,
        is_retryable: bool,
        retry_after: float = 0.0,
        status: Optional[int] = None,
        problem: Optional[dict[str, Any]] = None,
    ) -> None:
        super().__init__(message)
        self.is_retryable = is_retryable
        self.retry_after = retry_after
        self.status = status
        self.problem = problem


class Door:
    """Posts batches over one connection. Only one thread may send. Any thread may interrupt."""

    def __init__(self, url: str, key: str, gzip_above_bytes: float, allow_insecure_http: bool) -> None:
        parts = check_url(url, allow_insecure_http)
        self._key = check_key(key)
        self._host, self._port, self._is_tls = parts.hostname or "", parts.port, parts.scheme == "https"
        self._path = parts.path.rstrip("/") + "/ingest/events"
        self._gzip_above_bytes = gzip_above_bytes
        self._tls = ssl.create_default_context() if self._is_tls else None
        self._connection: Optional[http.client.HTTPConnection] = None
        self._used_at = 0.0

    def send(self, texts: Sequence[bytes], timeout: float) -> list[Optional[Rejection]]:
        """Returns a rejection per event, or None for an accepted one. Raises SendError."""
        body = b"[" + b",".join(texts) + b"]"
        try:
            status, retry_after, text = self._post(body, timeout)
        except (OSError, http.client.HTTPException) as error:
            self.close()
            reason = scrub(str(error) or type(error).__name__, self._key)
            raise SendError(f"no answer from {self._host}: {reason}", is_retryable=True) from None
        text = scrub(text, self._key)
        if status == 202:
            return verdicts_of(text, len(texts))
        raise refusal_of(status, retry_after, text)

    def interrupt(self) -> None:
        """Aborts the current request, from any thread. The sending thread gets an error."""
        connection = self._connection
        try:
            if connection is not None and connection.sock is not None:
                connection.sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # it was not connected any more

    def close(self) -> None:
        """Closes the connection. Only the sending thread may call it."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _post(self, body: bytes, timeout: float) -> tuple[int, Optional[str], str]:
        headers = {
            "authorization": f"Bearer {self._key}",
            "content-type": "application/json",
            "user-agent": "portico-publisher-python/0.1.0",
        }
        if len(body) > self._gzip_above_bytes:
            body = gzip.compress(body, 6)
            headers["content-encoding"] = "gzip"
        connection = self._connect(timeout)
        connection.request("POST", self._path, body, headers)
        response = connection.getresponse()
        text = response.read().decode("utf-8", "replace")
        self._used_at = time.monotonic()
        if response.will_close:
            self.close()
        return response.status, response.getheader("retry-after"), text

    def _connect(self, timeout: float) -> http.client.HTTPConnection:
        if time.monotonic() - self._used_at > _IDLE:
            self.close()
        connection = self._connection
        if connection is None:
            if self._tls is not None:
                connection = http.client.HTTPSConnection(self._host, self._port, timeout=timeout, context=self._tls)
            else:
                connection = http.client.HTTPConnection(self._host, self._port, timeout=timeout)
            self._connection = connection
        elif connection.sock is not None:
            connection.sock.settimeout(timeout)
        return connection


def _parsed(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def verdicts_of(text: str, count: int) -> list[Optional[Rejection]]:
    """Parses a response with status 202. Raises SendError unless it has exactly one result per event."""
    answer = _parsed(text)
    accepted, rejected = answer.get("accepted"), answer.get("rejected")
    if not _is_number(accepted) or not isinstance(rejected, list):
        message = "the server answered 202 without verdicts; is this the address of Portico?"
        raise SendError(message, is_retryable=False, status=202)
    verdicts: list[Optional[Rejection]] = [None] * count
    for item in rejected:
        found = item if isinstance(item, dict) else {}
        index = found.get("index")
        if not _is_number(index) or not 0 <= index < count or verdicts[index] is not None:
            raise SendError(f"an answer that rejects event {index} of {count}, or rejects it twice", is_retryable=False)
        texts = {name: str(found.get(name, "")) for name in ("id", "code", "reason", "pointer")}
        verdicts[index] = Rejection(index=index, **texts)
    if accepted + len(rejected) != count:
        raise SendError(f"an answer for {accepted + len(rejected)} events of {count}", is_retryable=False)
    return verdicts


def refusal_of(status: int, retry_after: Optional[str], text: str) -> SendError:
    """Converts any other response to an error with its Problem."""
    body = _parsed(text)
    problem = body if "title" in body else None
    said = (problem or {}).get("message") or (problem or {}).get("detail") or (problem or {}).get("title") or ""
    reason = ". ".join(map(str, said)) if isinstance(said, list) else str(said)
    return SendError(
        f"the server answered {status}" + (f": {reason}" if reason else ""),
        is_retryable=status >= 500 or status in _RETRYABLE,
        retry_after=seconds_of(retry_after),
        status=status,
        problem=problem,
    )


def seconds_of(retry_after: Optional[str]) -> float:
    """Parses a Retry-After header (seconds or a date) to seconds. 0 without one."""
    if retry_after is None:
        return 0.0
    if retry_after.strip().isdigit():
        return float(retry_after)
    try:
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (TypeError, ValueError):
        return 0.0
