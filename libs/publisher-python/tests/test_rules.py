"""What needs no server: events, access, answers."""

import json
import unittest
from datetime import datetime, timedelta, timezone

from portico_publisher import ConfigurationError, Publisher, uuid7
from portico_publisher._access import check_url, scrub
from portico_publisher._door import SendError, refusal_of, seconds_of, verdicts_of
from portico_publisher._events import to_outgoing

from .door import KEY, event_of


class Events(unittest.TestCase):
    def test_get_an_id_a_time_a_severity_and_a_trace(self) -> None:
        event = json.loads(to_outgoing(event_of(result="FAILURE")).text)
        self.assertRegex(event["id"], r"^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")
        self.assertRegex(event["timestamp"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$")
        self.assertRegex(event["trace_id"], r"^[0-9a-f]{32}$")
        self.assertEqual(event["severity_text"], "ERROR")
        self.assertEqual(json.loads(to_outgoing(event_of()).text)["severity_text"], "INFO")

    def test_keep_what_was_given(self) -> None:
        given = event_of(id="mine", timestamp="2026-11-24T09:00:00Z", severity_text="WARN", trace_id="a" * 32, more=1)
        self.assertEqual(json.loads(to_outgoing(given).text), given)
        at = datetime(2026, 11, 24, 9, tzinfo=timezone(timedelta(hours=1)))
        written = json.loads(to_outgoing(event_of(timestamp=at)).text)["timestamp"]
        self.assertEqual(written, "2026-11-24T09:00:00.000+01:00")

    def test_that_cannot_be_written_are_errors(self) -> None:
        for wrong in ({"details": {"message": object()}}, {"details": {"n": float("nan")}}, {"event_name": "\ud800"}):
            with self.assertRaises((TypeError, ValueError)):
                to_outgoing(event_of(**wrong))
        with self.assertRaises(ValueError):
            to_outgoing(event_of(timestamp=datetime(2026, 11, 24)))

    def test_new_ids_differ(self) -> None:
        self.assertEqual(len({uuid7() for _ in range(1_000)}), 1_000)


class Access(unittest.TestCase):
    def test_allows_https_and_plain_http_on_this_machine(self) -> None:
        for url in ("https://api.example.com/portico", "http://localhost:3001", "http://127.0.0.2", "http://[::1]:1"):
            check_url(url, False)
        check_url("http://gateway.internal", True)

    def test_rejects_other_addresses(self) -> None:
        for url in (
            "",
            "api.example.com",
            "ftp://localhost",
            "https://me:secret@api.example.com",
            "http://api.example.com",
            "http://localhost.example.com",
            "http://127.0.0.1.example.com",
            "https://api.example.com:port",
        ):
            with self.assertRaises(ConfigurationError, msg=url):
                check_url(url, False)

    def test_rejects_a_key_that_cannot_be_one_and_does_not_repeat_it(self) -> None:
        for key in ("", "secret", KEY[:-1], KEY + "x", KEY + "\n", "Bearer " + KEY):
            with self.assertRaises(ConfigurationError) as caught:
                Publisher("https://api.example.com", key)
            self.assertFalse(key and key in str(caught.exception))

    def test_removes_the_key_from_texts(self) -> None:
        self.assertEqual(scrub(f"Bearer {KEY}, {KEY[-32:]}", KEY), "Bearer ptk_…, …")

    def test_rejects_options_out_of_their_bounds(self) -> None:
        for options in (
            {"max_batch_events": 501},
            {"linger": -1},
            {"when_full": "drop"},
            {"request_timeout": float("nan")},
        ):
            with self.assertRaises(ConfigurationError):
                Publisher("https://api.example.com", KEY, **options)


class Answers(unittest.TestCase):
    def test_have_one_verdict_for_each_event(self) -> None:
        item = {"index": 1, "id": "b", "code": "c", "reason": "r", "pointer": "/p"}
        verdicts = verdicts_of(json.dumps({"accepted": 1, "rejected": [item]}), 2)
        self.assertIsNone(verdicts[0])
        self.assertEqual(vars(verdicts[1]), item)
        for wrong in (
            "",
            "<html>",
            "[]",
            '{"accepted":2}',
            '{"accepted":true,"rejected":[]}',
            '{"accepted":1,"rejected":[]}',
            '{"accepted":1,"rejected":[{"index":2}]}',
            '{"accepted":0,"rejected":[{"index":0},{"index":0}]}',
        ):
            with self.assertRaises(SendError, msg=wrong):
                verdicts_of(wrong, 2)

    def test_without_verdicts_are_retried_by_their_status(self) -> None:
        for status in (408, 425, 429, 500, 502, 503, 504):
            self.assertTrue(refusal_of(status, None, "").is_retryable)
        for status in (200, 302, 400, 401, 403, 404, 413, 415):
            self.assertFalse(refusal_of(status, None, "").is_retryable)
        refusal = refusal_of(403, None, json.dumps({"title": "Not allowed", "code": "forbidden", "message": ["A", "B"]}))
        self.assertEqual(str(refusal), "the server answered 403: A. B")
        self.assertEqual(refusal.problem["code"], "forbidden")

    def test_may_say_when_to_come_back(self) -> None:
        self.assertEqual([seconds_of(value) for value in (None, "7", "soon")], [0.0, 7.0, 0.0])
        self.assertGreater(seconds_of("Fri, 31 Dec 2100 00:00:00 GMT"), 1_000)
        self.assertEqual(seconds_of("Fri, 31 Dec 1999 00:00:00 GMT"), 0.0)


if __name__ == "__main__":
    unittest.main()
