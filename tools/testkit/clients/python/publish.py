"""Publishes the event of EVENT with the client that the first argument names."""

import asyncio
import json
import os
import sys
from datetime import datetime
from urllib.request import Request, urlopen

EVENT = json.loads(os.environ["EVENT"])
VALUE = os.environ["EVENT"].encode()
TOPIC = os.environ["TOPIC"]


def confluent_kafka():
    from confluent_kafka import Producer

    faults = []
    producer = Producer(
        {
            "bootstrap.servers": os.environ["BROKERS"],
            "security.protocol": "SASL_PLAINTEXT",
            "sasl.mechanisms": "PLAIN",
            "sasl.username": os.environ["KEY_ID"],
            "sasl.password": os.environ["KEY"],
            "enable.idempotence": True,
            "message.timeout.ms": 30000,
        }
    )
    producer.produce(TOPIC, VALUE, on_delivery=lambda error, _: faults.append(error) if error else None)
    left = producer.flush(40)
    if left or faults:
        sys.exit(f"not delivered: {faults or left}")


async def send_with_aiokafka():
    from aiokafka import AIOKafkaProducer

    producer = AIOKafkaProducer(
        bootstrap_servers=os.environ["BROKERS"],
        security_protocol="SASL_PLAINTEXT",
        sasl_mechanism="PLAIN",
        sasl_plain_username=os.environ["KEY_ID"],
        sasl_plain_password=os.environ["KEY"],
        enable_idempotence=True,
    )
    await producer.start()
    try:
        await producer.send_and_wait(TOPIC, VALUE)
    finally:
        await producer.stop()


def aiokafka():
    asyncio.run(send_with_aiokafka())


def cloud_event():
    from cloudevents.core.v1.event import CloudEvent

    attributes = {
        "id": EVENT["id"],
        "source": EVENT["source_type"],
        "type": EVENT["event_name"],
        "specversion": "1.0",
        "subject": EVENT["subject"],
        "time": datetime.fromisoformat(EVENT["timestamp"].replace("Z", "+00:00")),
        "datacontenttype": "application/json",
    }
    return CloudEvent(attributes, {"message": "sent"})


def post(headers, body):
    request = Request(os.environ["INGEST_URL"], data=body, method="POST")
    for name, value in {**headers, "authorization": f"Bearer {os.environ['KEY']}"}.items():
        request.add_header(name, value)
    with urlopen(request) as response:
        answer = json.load(response)
    if answer["rejected"]:
        sys.exit(str(answer))


def structured():
    from cloudevents.core.bindings.http import to_structured_event

    message = to_structured_event(cloud_event())
    post(message.headers, message.body)


def binary():
    from cloudevents.core.bindings.http import to_binary_event

    message = to_binary_event(cloud_event())
    post(message.headers, message.body)


def batch():
    from cloudevents.core.bindings.http import to_structured_event

    body = b"[" + to_structured_event(cloud_event()).body + b"]"
    post({"content-type": "application/cloudevents-batch+json"}, body)


CLIENTS = {
    "confluent-kafka": confluent_kafka,
    "aiokafka": aiokafka,
    "cloudevents structured": structured,
    "cloudevents binary": binary,
    "cloudevents batch": batch,
}
CLIENTS[sys.argv[1]]()
