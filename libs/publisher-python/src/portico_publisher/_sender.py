"""The thread that sends one batch after another until each has its results."""

from __future__ import annotations

import random
import threading
import time
from concurrent.futures import InvalidStateError
from contextlib import suppress
from typing import Callable, Optional

from ._call import Call, Entry
from ._door import Door, SendError
from ._options import Options, Retry
from ._queue import Queue


class Sender:
    """``changed`` is the lock of the queue and the calls. It is never held while a listener runs."""

    def __init__(self, door: Door, options: Options) -> None:
        self.door = door
        self.options = options
        self.changed = threading.Condition()
        self.queue = Queue(options)
        self.open: dict[Call, None] = {}
        """The unsettled calls, oldest first."""
        self.hurried = 0
        self.is_closed = False
        self._thread: Optional[threading.Thread] = None

    def start(self) -> None:
        """Starts the thread once. The caller holds the lock."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="portico-publisher", daemon=True)
            self._thread.start()

    def join(self, timeout: float) -> None:
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout)

    def settle(self, call: Call) -> None:
        """Resolves a call whose events are all answered."""
        if not self._close(call):
            return
        result = call.answers()
        if result.rejected:
            self._listen(self.options.on_rejected, result.rejected)
        with suppress(InvalidStateError):  # it was cancelled at this moment
            call.future.set_result(result)

    def fail(self, call: Call, code: str, message: str, why: Optional[SendError] = None) -> None:
        if not self._close(call):
            return
        error = call.error(code, message, why.status if why else None, why.problem if why else None)
        if error.rejected:
            self._listen(self.options.on_rejected, error.rejected)
        self._listen(self.options.on_error, error)
        with suppress(InvalidStateError):  # it was cancelled at this moment
            call.future.set_exception(error)

    def forget_cancelled(self, call: Call) -> None:
        """Ends a call whose future the caller has cancelled."""
        if call.future.cancelled():
            self._close(call)

    def _close(self, call: Call) -> bool:
        """Ends a call and removes its remaining events from the queue. Returns whether it was open."""
        with self.changed:
            was_open = call.close()
            self.open.pop(call, None)
            if call.is_done:
                return was_open
            self.queue.sweep()
            self.changed.notify_all()
            return was_open

    @staticmethod
    def _listen(listener: Optional[Callable[..., object]], value: object) -> None:
        try:
            if listener is not None:
                listener(value)
        except Exception:
            pass  # a listener's errors are its own

    def _run(self) -> None:
        while True:
            batch = self._next()
            if batch is None:
                self.door.close()
                return
            self._deliver(batch)
            with self.changed:
                self.queue.release(batch)
                self.changed.notify_all()

    def _next(self) -> Optional[list[Entry]]:
        """Waits for a batch, which grows for ``linger`` seconds."""
        with self.changed:
            while not self.queue:
                if self.is_closed and not self.open:
                    return None
                self.changed.wait()
            while self.queue and not self.queue.has_full_batch and not self.hurried:
                left = self.queue.oldest_at + self.options.linger - time.monotonic()
                if left <= 0:
                    break
                self.changed.wait(left)
            return self.queue.take()

    def _deliver(self, batch: list[Entry]) -> None:
        attempt = 0
        failure = SendError("its turn did not come", is_retryable=True)
        while True:
            attempt += 1
            self._expire(failure)
            entries = [entry for entry in batch if entry.call.is_open]
            if not entries:
                return
            try:
                self._attempt(entries)
                return
            except SendError as error:
                # If the calls' deadline interrupted this request, the previous error is more informative.
                if attempt == 1 or error.status is not None or _left(entries) > 0:
                    failure = error
            if not failure.is_retryable:
                for call in dict.fromkeys(entry.call for entry in entries):
                    self.fail(call, "refused", str(failure), failure)
                return
            self._back_off(entries, attempt, failure)

    def _attempt(self, entries: list[Entry]) -> None:
        timeout = max(0.001, min(self.options.request_timeout, _left(entries)))
        verdicts = self.door.send([entry.event.text for entry in entries], timeout)
        with self.changed:
            for entry, verdict in zip(entries, verdicts):
                entry.call.answer(entry, verdict)
        for call in dict.fromkeys(entry.call for entry in entries):
            if call.is_done:
                self.settle(call)

    def _back_off(self, entries: list[Entry], attempt: int, failure: SendError) -> None:
        longest = min(self.options.max_retry, self.options.min_retry * 2 ** min(attempt - 1, 60))
        delay = max(failure.retry_after, longest * (1 + random.random()) / 2)
        if any(entry.call.is_open for entry in entries):
            self._listen(self.options.on_retry, Retry(attempt, delay, str(failure), failure.status))
        until = time.monotonic() + delay
        while True:
            self._expire(failure)
            with self.changed:
                first = next((entry.call for entry in entries if entry.call.is_open), None)
                left = min(until, first.deadline_at) - time.monotonic() if first else 0
                if first is None or time.monotonic() >= until:
                    return
                self.changed.wait(min(max(left, 0), threading.TIMEOUT_MAX))

    def _expire(self, last: SendError) -> None:
        with self.changed:
            now = time.monotonic()
            over = [call for call in self.open if call.deadline_at <= now]
        for call in over:
            message = f"not answered within {self.options.delivery_timeout:g} s: {last}"
            self.fail(call, "timeout", message, last)


def _left(entries: list[Entry]) -> float:
    """Seconds until the last deadline of their calls."""
    return max(entry.call.deadline_at for entry in entries) - time.monotonic()
