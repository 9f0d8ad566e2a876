"""A pending call of ``publish``: its events, their results, and its future."""

from __future__ import annotations

import json
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Optional, Sequence

from ._events import Outgoing


@dataclass(frozen=True)
class Rejection:
    """An event that was refused for its content. ``index`` is its place in the call, ``pointer`` a JSON pointer to the fault."""

    index: int
    id: str
    code: str
    reason: str
    pointer: str


@dataclass(frozen=True)
class PublishResult:
    """The result of a call. Each event is either counted in ``accepted`` or listed in ``rejected``."""

    accepted: int
    rejected: tuple[Rejection, ...]


class PublishError(Exception):
    """Some events of a call have no result. ``code`` is refused (``status`` and ``problem`` contain the reason),
    timeout, closed, queue_full, invalid_event or aborted (by an interrupt). Each event is either counted in
    ``accepted``, or listed in ``rejected`` or ``unanswered``. It is unknown whether the unanswered ones arrived.
    Publish them again unchanged, with these ids, and each counts once.
    """

    def __init__(
        self,
        code: str,
        message: str,
        status: Optional[int] = None,
        problem: Optional[dict[str, Any]] = None,
        answers: PublishResult = PublishResult(0, ()),
        unanswered: Sequence[bytes] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.problem = problem
        self.accepted = answers.accepted
        self.rejected = answers.rejected
        self._unanswered = unanswered

    @property
    def unanswered(self) -> list[dict[str, Any]]:
        """The events without a result, in order."""
        return [json.loads(text) for text in self._unanswered]


class Call:
    """Each event gets one result, and the call is settled once. Not thread-safe: its owner locks."""

    def __init__(self, events: Sequence[Outgoing], deadline_at: float) -> None:
        self.entries = [Entry(event, self, index) for index, event in enumerate(events)]
        self.deadline_at = deadline_at
        self.future: Future[PublishResult] = Future()
        self._open = len(self.entries)
        self._rejected: list[Rejection] = []
        self._is_settled = False

    @property
    def is_open(self) -> bool:
        return not self._is_settled and not self.future.cancelled()

    def close(self) -> bool:
        """Returns whether this call ended it."""
        was_open = self.is_open
        self._is_settled = True
        return was_open

    def answer(self, entry: Entry, rejection: Optional[Rejection] = None) -> None:
        if entry.is_answered or not self.is_open:
            return
        entry.is_answered = True
        self._open -= 1
        if rejection is not None:
            own = Rejection(entry.index, entry.event.id, rejection.code, rejection.reason, rejection.pointer)
            self._rejected.append(own)

    @property
    def is_done(self) -> bool:
        return self._open == 0

    def answers(self) -> PublishResult:
        rejected = tuple(sorted(self._rejected, key=lambda rejection: rejection.index))
        return PublishResult(len(self.entries) - self._open - len(rejected), rejected)

    def error(
        self, code: str, message: str, status: Optional[int] = None, problem: Optional[dict[str, Any]] = None
    ) -> PublishError:
        """The error for the current results."""
        unanswered = [entry.event.text for entry in self.entries if not entry.is_answered]
        return PublishError(code, message, status, problem, self.answers(), unanswered)


class Entry:
    """One event of a call. ``queued_at`` is a time of the monotonic clock."""

    __slots__ = ("call", "event", "index", "is_answered", "queued_at")

    def __init__(self, event: Outgoing, call: Call, index: int) -> None:
        self.event = event
        self.call = call
        self.index = index
        self.is_answered = False
        self.queued_at = 0.0
