"""The event, its defaults, and its serialization."""

from __future__ import annotations

import json
import secrets
import time
import uuid
from datetime import datetime, timezone
from typing import Any, Mapping, NamedTuple, TypedDict, Union

MAX_EVENT_BYTES = 64 * 1024
"""Maximum size of an event, in bytes of its JSON."""

Details = Mapping[str, Any]
"""``message`` is the text for people. Other fields are stored and shown."""


class _Required(TypedDict):
    source_type: str
    event_name: str
    result: str
    details: Details


class NewEvent(_Required, total=False):
    """What happened. What is optional is set when it is published, and stays the same over retries.

    ``source_type`` and ``event_name`` have no control characters. ``result`` is SUCCESS or FAILURE. ``id`` is unique within the integration for ever (default: a new UUIDv7);
    ``timestamp`` is ISO 8601 with an offset or a datetime with a timezone (now); ``severity_text`` is TRACE, DEBUG, INFO, WARN,
    ERROR or FATAL (INFO, of a failure ERROR); ``trace_id`` has 32 lower-case hex digits (a new one). The key says
    ``source_id`` and ``organization_id``.
    """

    id: str
    source_id: int
    organization_id: int
    timestamp: Union[str, datetime]
    severity_text: str
    trace_id: str


class Outgoing(NamedTuple):
    """A serialized event. Retries send the same bytes."""

    id: str
    text: bytes


def uuid7() -> str:
    """Creates a UUIDv7 (RFC 9562). Ids sort by creation time, to the millisecond."""
    value = (time.time_ns() // 1_000_000) << 80 | secrets.randbits(80)
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    return str(uuid.UUID(int=value))


def to_outgoing(event: Mapping[str, Any]) -> Outgoing:
    """Adds the defaults to an event and serializes it. Raises TypeError or ValueError if it has no JSON form."""
    whole = {name: value for name, value in dict(event).items() if value is not None}
    whole.setdefault("id", uuid7())
    whole["timestamp"] = _moment(whole.get("timestamp"))
    whole.setdefault("severity_text", "ERROR" if whole.get("result") == "FAILURE" else "INFO")
    whole.setdefault("trace_id", secrets.token_hex(16))
    text = json.dumps(whole, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Outgoing(str(whole["id"]), text.encode())


def _moment(timestamp: Union[str, datetime, None]) -> str:
    if isinstance(timestamp, str):
        return timestamp
    moment = timestamp or datetime.now(timezone.utc)
    if moment.tzinfo is None:
        raise ValueError("timestamp should have a timezone")
    return moment.isoformat(timespec="milliseconds")
