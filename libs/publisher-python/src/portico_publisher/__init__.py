"""Publishes integration events to Portico: batches, retries with the same ids, a bounded queue. Standard library only."""

from ._access import ConfigurationError
from ._call import PublishError, PublishResult, Rejection
from ._events import MAX_EVENT_BYTES, Details, NewEvent, uuid7
from ._options import MAX_BATCH_BYTES, MAX_BATCH_EVENTS, Retry
from ._publisher import Publisher

__all__ = [
    "MAX_BATCH_BYTES",
    "MAX_BATCH_EVENTS",
    "MAX_EVENT_BYTES",
    "ConfigurationError",
    "Details",
    "NewEvent",
    "PublishError",
    "PublishResult",
    "Publisher",
    "Rejection",
    "Retry",
    "uuid7",
]
