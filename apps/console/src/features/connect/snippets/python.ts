import { members } from './example-event.ts';
import { librdkafkaSettings, type SnippetInput, recordKey, topicOf, type Writers } from './given.ts';

const event = (input: SnippetInput): string => `id = uuid.uuid4()
event = {
${members(input, (name, json) => `"${name}": ${json},`, '    ')}
    "id": str(id),
    "timestamp": datetime.now(timezone.utc).isoformat(timespec="milliseconds"),
    "trace_id": id.hex,
}`;

const overHttp = (input: SnippetInput): string => `import json
import sys
import uuid
from datetime import datetime, timezone
from urllib.error import HTTPError
from urllib.request import Request, urlopen

${event(input)}

# After a timeout send the same event again: an id counts once.
request = Request(
    ${JSON.stringify(input.connect.ingestUrl)},
    data=json.dumps(event).encode(),
    headers={
        "Authorization": ${JSON.stringify(`Bearer ${input.keyText}`)},
        "Content-Type": "application/json",
    },
)
try:
    with urlopen(request) as response:
        print(response.status, response.read().decode())
except HTTPError as error:
    sys.exit(f"{error.code} {error.read().decode()}")`;

const settings = (input: SnippetInput): string =>
  [['bootstrap.servers', input.connect.kafka.brokers], ...librdkafkaSettings(input)]
    .map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`)
    .join('\n');

const overKafka = (input: SnippetInput): string => `# pip install confluent-kafka
import json
import sys
import uuid
from datetime import datetime, timezone
from confluent_kafka import Producer

producer = Producer({
${settings(input)}
})
${event(input)}


def delivered(error, message):
    print(error or f"published {id}")
    if error:
        sys.exit(1)


producer.produce(
    ${JSON.stringify(topicOf(input))},
    key=${JSON.stringify(recordKey(input))},
    value=json.dumps(event),
    on_delivery=delivered,
)
if producer.flush(30) > 0:
    sys.exit("Kafka has not answered")`;

export const python: Writers = { http: overHttp, own: overKafka };
