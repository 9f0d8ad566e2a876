"""The options of a publisher, with their limits."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Callable, Optional, Sequence

from ._access import ConfigurationError
from ._call import PublishError, Rejection
from ._events import MAX_EVENT_BYTES

MAX_BATCH_EVENTS = 500
MAX_BATCH_BYTES = 1024 * 1024


@dataclass(frozen=True)
class Retry:
    """A retry of a batch: after ``delay`` seconds, because of ``reason``."""

    attempt: int
    delay: float
    reason: str
    status: Optional[int]


_BOUNDS = {
    "linger": (0, 60),
    "max_batch_events": (1, MAX_BATCH_EVENTS),
    "max_batch_bytes": (MAX_EVENT_BYTES + 2, MAX_BATCH_BYTES),
    "max_queue_events": (1, math.inf),
    "max_queue_bytes": (MAX_EVENT_BYTES, math.inf),
    "delivery_timeout": (0.001, math.inf),
    "request_timeout": (0.001, 600),
    "min_retry": (0, 600),
    "max_retry": (0, 600),
    "gzip_above_bytes": (0, math.inf),
}


@dataclass(frozen=True)
class Options:
    """Times are in seconds; see the README."""

    linger: float = 0.005
    max_batch_events: int = MAX_BATCH_EVENTS
    max_batch_bytes: int = MAX_BATCH_BYTES
    max_queue_events: float = 10_000
    max_queue_bytes: float = 16 * 1024 * 1024
    when_full: str = "wait"
    delivery_timeout: float = 120.0
    request_timeout: float = 30.0
    min_retry: float = 0.1
    max_retry: float = 10.0
    gzip_above_bytes: float = 1024
    allow_insecure_http: bool = False
    on_error: Optional[Callable[[PublishError], object]] = None
    on_rejected: Optional[Callable[[Sequence[Rejection]], object]] = None
    on_retry: Optional[Callable[[Retry], object]] = None

    def __post_init__(self) -> None:
        for field in fields(self):
            low, high = _BOUNDS.get(field.name, (None, None))
            value = getattr(self, field.name)
            if low is not None and not (isinstance(value, (int, float)) and low <= value <= high):
                raise ConfigurationError(f"{field.name} should be from {low} to {high}.")
        if self.when_full not in ("wait", "fail"):
            raise ConfigurationError("when_full should be 'wait' or 'fail'.")
