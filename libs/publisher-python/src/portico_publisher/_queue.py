"""A bounded queue of events in the order of publication."""

from __future__ import annotations

from collections import deque

from ._call import Call, Entry
from ._options import Options

_BRACKETS = 2
_COMMA = 1


class Queue:
    """Not thread-safe: its owner locks. A taken batch uses room until it is released."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._entries: deque[Entry] = deque()
        self._events = 0
        self._bytes = 0
        self._queued_bytes = 0

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def oldest_at(self) -> float:
        return self._entries[0].queued_at

    @property
    def has_full_batch(self) -> bool:
        count, options = len(self._entries), self._options
        return count >= options.max_batch_events or self._queued_bytes + count >= options.max_batch_bytes

    def has_room(self, size: int) -> bool:
        """Whether an event of this size fits. An empty queue has room for any event."""
        options = self._options
        fits = self._bytes + size <= options.max_queue_bytes
        return self._events < options.max_queue_events and (fits or self._events == 0)

    def has_room_for(self, call: Call) -> bool:
        size = sum(len(entry.event.text) for entry in call.entries)
        options = self._options
        return (
            self._events + len(call.entries) <= options.max_queue_events
            and self._bytes + size <= options.max_queue_bytes
        )

    def add(self, entry: Entry) -> None:
        size = len(entry.event.text)
        self._entries.append(entry)
        self._events += 1
        self._bytes += size
        self._queued_bytes += size

    def take(self) -> list[Entry]:
        """The next batch, within the limits."""
        size = _BRACKETS - _COMMA
        batch: list[Entry] = []
        while self._entries and len(batch) < self._options.max_batch_events:
            size += _COMMA + len(self._entries[0].event.text)
            if size > self._options.max_batch_bytes:
                break
            batch.append(self._entries.popleft())
        self._queued_bytes -= _size_of(batch)
        return batch

    def release(self, batch: list[Entry]) -> None:
        self._events -= len(batch)
        self._bytes -= _size_of(batch)

    def sweep(self) -> None:
        """Removes the events of settled calls."""
        gone = [entry for entry in self._entries if not entry.call.is_open]
        self._entries = deque(entry for entry in self._entries if entry.call.is_open)
        self._queued_bytes -= _size_of(gone)
        self.release(gone)


def _size_of(entries: list[Entry]) -> int:
    return sum(len(entry.event.text) for entry in entries)
