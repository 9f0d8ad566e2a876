"""The publisher against a server."""

import json
import random
import threading
import time
import traceback
import unittest
from typing import Any

from portico_publisher import MAX_BATCH_BYTES, PublishError, Publisher

from .door import KEY, Door, event_of, eventually, many


class PublisherTest(unittest.TestCase):
    def setUp(self) -> None:
        self.door = Door()
        self.addCleanup(self.door.close)

    def open(self, **options: Any) -> Publisher:
        publisher = Publisher(self.door.url, options.pop("key", KEY), **{"min_retry": 0.001, **options})
        self.addCleanup(publisher.close, 0)
        return publisher

    def error_of(self, call: Any) -> PublishError:
        with self.assertRaises(PublishError) as caught:
            call()
        return caught.exception

    def test_publishes_an_event_and_several(self) -> None:
        with self.open() as publisher:
            self.assertEqual(publisher.publish(event_of()).accepted, 1)
            self.assertEqual(publisher.publish(many(3)).accepted, 3)
            self.assertEqual(publisher.publish([]).accepted, 0)
        self.assertEqual([len(events) for events in self.door.posted], [1, 3])
        self.assertNotIn("content-encoding", {name.lower() for name in self.door.headers[0]})

    def test_splits_by_events_and_by_bytes(self) -> None:
        publisher = self.open(gzip_above_bytes=float("inf"))
        self.assertEqual(publisher.publish(many(1_201)).accepted, 1_201)
        self.assertEqual([len(events) for events in self.door.posted], [500, 500, 201])
        large = event_of(details={"message": "x" * 60_000})
        self.assertEqual(publisher.publish([large] * 20).accepted, 20)
        self.assertEqual([len(events) for events in self.door.posted[3:]], [17, 3])
        self.assertLessEqual(max(self.door.sizes), MAX_BATCH_BYTES)

    def test_shares_a_compressed_request_between_calls(self) -> None:
        publisher = self.open(linger=0.05)
        futures = [publisher.submit(event_of()) for _ in range(20)]
        self.assertEqual([future.result().accepted for future in futures], [1] * 20)
        self.assertEqual([len(events) for events in self.door.posted], [20])
        self.assertEqual({name.lower(): value for name, value in self.door.headers[0].items()}["content-encoding"], "gzip")

    def test_retries_with_the_same_events(self) -> None:
        for fault in ("cut", "lost", (429, {}, ""), (502, {}, ""), (503, {}, ""), (504, {}, "")):
            with self.subTest(fault=fault):
                before, stored = len(self.door.posted), len(self.door.stored)
                self.door.faults += [fault, fault]
                self.assertEqual(self.open().publish(many(3)).accepted, 3)
                attempts = [json.dumps(events) for events in self.door.posted[before:]]
                self.assertEqual((len(attempts), len(set(attempts))), (3, 1))
                self.assertEqual(len(self.door.stored) - stored, 3)

    def test_gives_up_a_request_that_is_not_answered(self) -> None:
        self.door.faults.append("silent")
        retries: list[Any] = []
        publisher = self.open(request_timeout=0.1, on_retry=retries.append)
        self.assertEqual(publisher.publish(event_of()).accepted, 1)
        self.assertEqual(len(retries), 1)
        self.assertIn("timed out", retries[0].reason)

    def test_waits_as_long_as_retry_after_says(self) -> None:
        self.door.faults.append((429, {"retry-after": "1"}, ""))
        began = time.monotonic()
        self.open().publish(event_of())
        self.assertGreaterEqual(time.monotonic() - began, 0.99)

    def test_does_not_retry_refusals(self) -> None:
        publisher = self.open()
        for status in (302, 400, 401, 403, 413, 415):
            with self.subTest(status=status):
                before = len(self.door.posted)
                problem = json.dumps({"title": "No", "code": "a_code", "message": "Because."})
                self.door.faults.append((status, {"location": "/elsewhere"}, problem))
                error = self.error_of(lambda: publisher.publish(many(2)))
                self.assertEqual((error.code, error.status, error.problem["code"]), ("refused", status, "a_code"))
                self.assertEqual(str(error), f"the server answered {status}: Because.")
                self.assertEqual((error.accepted, len(self.door.posted) - before), (0, 1))
                self.assertEqual(publisher.publish(error.unanswered).accepted, 2)
                self.assertEqual(self.door.posted[-1], self.door.posted[-2])

    def test_never_repeats_the_key(self) -> None:
        unknown = KEY.replace("abcdefg2", "zzzzzzz7")
        error = self.error_of(lambda: self.open(key=unknown).publish(event_of()))
        self.assertEqual(error.status, 401)
        text = "".join(traceback.format_exception(type(error), error, error.__traceback__)) + repr(vars(error))
        self.assertNotIn(unknown[-32:], text)

    def test_rejects_single_events_and_large_ones(self) -> None:
        rejected: list[Any] = []
        publisher = self.open(on_rejected=rejected.extend)
        large = event_of(id="large", details={"message": "x" * 70_000})
        result = publisher.publish([event_of(), event_of(id="wrong", result="OK"), large, event_of()])
        self.assertEqual(result.accepted, 2)
        found = [(one.index, one.id, one.code, one.pointer) for one in result.rejected]
        self.assertEqual(found, [(1, "wrong", "invalid_field", "/result"), (2, "large", "too_large", "")])
        self.assertEqual(len(self.door.posted[0]), 3)
        self.assertEqual(tuple(rejected), result.rejected)

    def test_fails_when_its_time_is_over(self) -> None:
        self.door.faults += [(503, {}, "")] * 10_000
        error = self.error_of(lambda: self.open(delivery_timeout=0.2, max_retry=0.02).publish(event_of(id="late")))
        self.assertEqual((error.code, error.status), ("timeout", 503))
        self.assertEqual(str(error), "not answered within 0.2 s: the server answered 503")
        self.assertEqual([event["id"] for event in error.unanswered], ["late"])

    def test_fails_in_time_when_retry_after_is_longer(self) -> None:
        self.door.faults.append((429, {"retry-after": "3600"}, ""))
        self.assertEqual(self.error_of(lambda: self.open(delivery_timeout=0.2).publish(event_of())).status, 429)

    def test_waits_for_room_or_fails(self) -> None:
        self.door.faults.append("silent")
        publisher = self.open(max_queue_events=2, request_timeout=0.4)
        publisher.submit(many(2))
        third = threading.Thread(target=publisher.submit, args=(event_of(),))
        third.start()
        eventually(lambda: len(self.door.posted) == 1)
        self.assertTrue(third.is_alive())
        third.join()
        publisher.flush()
        self.assertEqual(len(self.door.stored), 3)

        self.door.faults.append("silent")
        strict = self.open(max_queue_events=2, request_timeout=0.4, when_full="fail")
        first = strict.submit(many(2))
        self.assertEqual(self.error_of(lambda: strict.publish(event_of())).code, "queue_full")
        self.assertEqual(first.result().accepted, 2)

    def test_gives_up_a_cancelled_call(self) -> None:
        publisher = self.open(linger=60)
        first, second = publisher.submit(event_of(id="cancelled")), publisher.submit(event_of(id="kept"))
        self.assertTrue(first.cancel())
        publisher.flush()
        self.assertEqual(second.result().accepted, 1)
        self.assertEqual(list(self.door.stored), ["kept"])

    def test_closes_after_what_was_published_and_fails_the_rest_after_its_deadline(self) -> None:
        publisher = self.open(linger=60)
        future = publisher.submit(many(3))
        publisher.close()
        self.assertEqual(future.result(0).accepted, 3)
        self.assertEqual(self.error_of(lambda: publisher.publish(event_of())).code, "closed")

        self.door.faults.append("silent")
        stuck = self.open()
        lost = stuck.submit(event_of())
        eventually(lambda: len(self.door.posted) == 2)
        stuck.close(0.05)
        self.assertEqual(self.error_of(lost.result).code, "closed")

    def test_reports_to_on_error_even_when_a_listener_raises(self) -> None:
        errors: list[str] = []

        def note(error: PublishError) -> None:
            errors.append(error.code)
            raise RuntimeError("a listener that raises")

        publisher = self.open(on_error=note)
        publisher.submit(event_of(details={"message": object()}))
        self.door.faults.append((400, {}, ""))
        publisher.submit(event_of())
        eventually(lambda: len(errors) == 2)
        self.assertEqual(errors, ["invalid_event", "refused"])
        self.assertEqual(publisher.publish(event_of()).accepted, 1)

    def test_answers_every_event_once_and_in_order_under_random_faults_and_threads(self) -> None:
        for seed in range(5):
            with self.subTest(seed=seed):
                self._random_history(random.Random(seed))

    def _random_history(self, rand: random.Random) -> None:
        door = Door()
        self.addCleanup(door.close)
        door.faults += [rand.choice(["cut", "lost", (503, {}, ""), (400, {}, ""), None]) for _ in range(20)]
        publisher = Publisher(
            door.url, KEY, min_retry=0.001, max_retry=0.01, max_queue_events=rand.choice([1, 7, 100]), max_batch_events=5
        )
        outcomes: list[tuple[list[str], int, set[str], set[str]]] = []

        def produce(thread: int, sizes: list[int]) -> None:
            for call, size in enumerate(sizes):
                ids = [f"{thread}-{call}-{index}" for index in range(size)]
                wrong = {one for one in ids if int(one.rsplit("-", 1)[1]) % 4 == 3}
                events = [event_of(id=one, result="OK" if one in wrong else "SUCCESS") for one in ids]
                try:
                    result = publisher.publish(events)
                    outcomes.append((ids, result.accepted, {one.id for one in result.rejected}, set()))
                except PublishError as error:
                    lost = [event["id"] for event in error.unanswered]
                    self.assertEqual(lost, [one for one in ids if one in lost])
                    outcomes.append((ids, error.accepted, {one.id for one in error.rejected}, set(lost)))

        sizes = [[rand.randint(0, 12) for _ in range(6)] for _ in range(4)]
        threads = [threading.Thread(target=produce, args=args) for args in enumerate(sizes)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        publisher.close()
        self.assertEqual(len(outcomes), 24)
        for ids, accepted, rejected, lost in outcomes:
            self.assertFalse(rejected & lost)
            self.assertEqual(accepted + len(rejected) + len(lost), len(ids))
            self.assertLessEqual(set(ids) - rejected - lost, set(door.answered))
        for events in door.posted:
            self.assertLessEqual(len(events), 5)
        contents = {(event["id"], json.dumps(event)) for events in door.posted for event in events}
        self.assertEqual(len(contents), len({one for one, _ in contents}))
        first_seen = list(dict.fromkeys(event["id"] for events in door.posted for event in events))
        for thread in range(4):
            own = [tuple(map(int, one.split("-"))) for one in first_seen if one.startswith(f"{thread}-")]
            self.assertEqual(own, sorted(own))


if __name__ == "__main__":
    unittest.main()
