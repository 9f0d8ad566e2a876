"""Validates the address and the key before the first request."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urlsplit

_KEY = re.compile(r"ptk_(live|test)_[a-z2-7]{8}_[0-9A-Za-z]{32}")
_SECRET_LENGTH = 32
_LOOPBACK = re.compile(r"localhost|.+\.localhost|127(\.\d+){3}|::1")


class ConfigurationError(ValueError):
    """An invalid option of a publisher."""


def check_url(url: str, allow_insecure_http: bool) -> SplitResult:
    """The address of the API in its parts."""
    wrong = "url should be the http(s) address of the API, such as https://api.example.com."
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise ConfigurationError(wrong) from None
    if parts.scheme not in ("http", "https") or not host:
        raise ConfigurationError(wrong)
    if parts.username or parts.password:
        raise ConfigurationError("url should have no user name or password in it.")
    if parts.scheme == "http" and not _LOOPBACK.fullmatch(host) and not allow_insecure_http:
        raise ConfigurationError(f"url should be https: over plain http the key can be read on the way to {host}.")
    return parts


def check_key(key: str) -> str:
    """Returns the key if its form is valid. Errors never contain it."""
    if isinstance(key, str) and _KEY.fullmatch(key):
        return key
    raise ConfigurationError(
        "key should be the whole text of a key: ptk_live_… or ptk_test_…, as it was shown once."
    )


def scrub(text: str, key: str) -> str:
    """Removes the key from a text of another origin, such as a response."""
    return text.replace(key, "ptk_…").replace(key[-_SECRET_LENGTH:], "…")
