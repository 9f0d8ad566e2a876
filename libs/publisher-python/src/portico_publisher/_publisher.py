"""The public interface of the package."""

from __future__ import annotations

import atexit
import math
import threading
import time
from concurrent.futures import Future, wait
from types import TracebackType
from typing import Any, Mapping, Optional, Sequence, Type, Union

from ._call import Call, PublishResult, Rejection
from ._door import Door
from ._events import MAX_EVENT_BYTES, NewEvent, to_outgoing
from ._options import Options
from ._sender import Sender

Events = Union[NewEvent, Mapping[str, Any], Sequence[Union[NewEvent, Mapping[str, Any]]]]


class Publisher:
    """Publishes events over HTTP with a key. Thread-safe. The README describes the options (``Options``). Raises
    ConfigurationError for an invalid address, key or option.
    """

    def __init__(self, url: str, key: str, **options: Any) -> None:
        self._options = Options(**options)
        door = Door(url, key, self._options.gzip_above_bytes, self._options.allow_insecure_http)
        self._sender = Sender(door, self._options)
        # Held by the call that adds its events to the queue, so that they stay together.
        self._turn = threading.Lock()
        atexit.register(self.close)

    def publish(self, events: Events) -> PublishResult:
        """Publishes one or several events, in order, and returns when each has a result. Raises PublishError if some
        have none.
        """
        return self.submit(events).result()

    def submit(self, events: Events) -> Future[PublishResult]:
        """Publishes like ``publish``, but returns when the events are in the queue: immediately if it has room. Never
        raises: an invalid event fails the future. Cancelling the future cancels the call.
        """
        call, reason = _to_call(events, time.monotonic() + self._options.delivery_timeout)
        if reason is not None:
            self._sender.fail(call, "invalid_event", reason)
        elif call.is_done:
            self._sender.settle(call)
        else:
            call.future.add_done_callback(lambda _: self._sender.forget_cancelled(call))
            self._enter(call)
        return call.future

    def flush(self) -> None:
        """Sends without lingering, and returns when all earlier events have a result or have failed."""
        self._settled(None)

    def close(self, deadline: float = 10.0) -> None:
        """Rejects new events, flushes, and fails the remaining events after ``deadline`` seconds."""
        sender = self._sender
        with sender.changed:
            sender.is_closed = True
            sender.changed.notify_all()
        self._settled(deadline)
        with sender.changed:
            left = list(sender.open)
        for call in left:
            sender.fail(call, "closed", f"closed, not answered within {deadline:g} s")
        if left:
            sender.door.interrupt()
        sender.join(1.0)
        atexit.unregister(self.close)

    def __enter__(self) -> Publisher:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    def _enter(self, call: Call) -> None:
        """Adds a call to the queue. Waits for room if the options say so."""
        sender, left = self._sender, self._options.delivery_timeout
        if not self._turn.acquire(timeout=-1 if left == math.inf else min(left, threading.TIMEOUT_MAX)):
            return sender.fail(call, "timeout", f"no room in the queue within {left:g} s")
        try:
            code, message = self._admit(call)
        except BaseException:
            sender.fail(call, "aborted", "the call was interrupted")
            raise
        finally:
            self._turn.release()
        if code is not None:
            sender.fail(call, code, message)

    def _admit(self, call: Call) -> tuple[Optional[str], str]:
        """Adds all events of a call to the queue. Returns code and message of the failure, or None as the code."""
        sender = self._sender
        with sender.changed:
            if sender.is_closed:
                return "closed", "the publisher is closed"
            if self._options.when_full == "fail" and not sender.queue.has_room_for(call):
                return "queue_full", "the queue is full"
            sender.open[call] = None
            sender.start()
            for entry in call.entries:
                size = len(entry.event.text)
                while call.is_open and not entry.is_answered and not sender.queue.has_room(size):
                    left = call.deadline_at - time.monotonic()
                    if left <= 0:
                        return "timeout", f"no room in the queue within {self._options.delivery_timeout:g} s"
                    # A full queue is sent without lingering.
                    sender.hurried += 1
                    sender.changed.notify_all()
                    sender.changed.wait(min(left, threading.TIMEOUT_MAX))
                    sender.hurried -= 1
                if not call.is_open or entry.is_answered:
                    continue
                entry.queued_at = time.monotonic()
                sender.queue.add(entry)
            sender.changed.notify_all()
        return None, ""

    def _settled(self, timeout: Optional[float]) -> None:
        sender = self._sender
        with sender.changed:
            sender.hurried += 1
            sender.changed.notify_all()
            futures = [call.future for call in sender.open]
        wait(futures, None if timeout is None else min(timeout, threading.TIMEOUT_MAX))
        with sender.changed:
            sender.hurried -= 1


def _to_call(events: Events, deadline_at: float) -> tuple[Call, Optional[str]]:
    """Creates a call, or an empty one with the reason. Rejects too large events here, because no batch has room for
    them.
    """
    try:
        many = [events] if isinstance(events, Mapping) else list(events)
        call = Call([to_outgoing(event) for event in many], deadline_at)
    except (TypeError, ValueError) as error:
        return Call([], deadline_at), f"an event cannot be written as JSON: {error}"
    for entry in call.entries:
        size = len(entry.event.text)
        if size > MAX_EVENT_BYTES:
            reason = f"the event has {size} bytes, over {MAX_EVENT_BYTES}"
            call.answer(entry, Rejection(entry.index, entry.event.id, "too_large", reason, ""))
    return call, None
