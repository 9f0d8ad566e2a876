import { members } from './example-event.ts';
import { type Given, mechanismOf, recordKey, topicOf, type Writer } from './given.ts';

const event = (given: Given): string => `id = uuid.uuid4()
event = {
${members(given, (name, json) => `"${name}": ${json},`, '    ')}
    "id": str(id),
    "timestamp": datetime.now(timezone.utc).isoformat(timespec="milliseconds"),
    "trace_id": id.hex,
}`;

const overHttp = (given: Given): string => `import json
import sys
import uuid
from datetime import datetime, timezone
from urllib.error import HTTPError
from urllib.request import Request, urlopen

${event(given)}

# After a timeout send the same event again: an id counts once.
request = Request(
    ${JSON.stringify(given.connect.ingestUrl)},
    data=json.dumps(event).encode(),
    headers={
        "Authorization": ${JSON.stringify(`Bearer ${given.keyText}`)},
        "Content-Type": "application/json",
    },
)
try:
    with urlopen(request) as response:
        print(response.status, response.read().decode())
except HTTPError as error:
    sys.exit(f"{error.code} {error.read().decode()}")`;

const signOn = (given: Given): [name: string, value: string][] => {
  const { connect, keyId, keyText } = given;
  if (mechanismOf(given) === 'PLAIN')
    return [
      ['sasl.mechanisms', 'PLAIN'],
      ['sasl.username', keyId],
      ['sasl.password', keyText],
    ];
  return [
    ['sasl.mechanisms', 'OAUTHBEARER'],
    ['sasl.oauthbearer.method', 'oidc'],
    ['sasl.oauthbearer.token.endpoint.url', connect.tokenUrl],
    ['sasl.oauthbearer.client.id', keyId],
    ['sasl.oauthbearer.client.secret', keyText],
  ];
};

const settings = (given: Given): string =>
  [
    ['bootstrap.servers', given.connect.kafka.brokers],
    ['security.protocol', given.connect.kafka.protocol],
    ...signOn(given),
  ]
    .map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`)
    .join('\n');

const overKafka = (given: Given): string => `# pip install confluent-kafka
import json
import sys
import uuid
from datetime import datetime, timezone
from confluent_kafka import Producer

producer = Producer({
${settings(given)}
})
${event(given)}


def delivered(error, message):
    print(error or f"published {id}")
    if error:
        sys.exit(1)


producer.produce(
    ${JSON.stringify(topicOf(given))},
    key=${JSON.stringify(recordKey(given))},
    value=json.dumps(event),
    on_delivery=delivered,
)
if producer.flush(30) > 0:
    sys.exit("Kafka has not answered")`;

export const python: Writer = (given) => {
  if (given.door === 'shared') return null;
  return given.door === 'http' ? overHttp(given) : overKafka(given);
};
