import {
  type Given,
  type Language,
  LANGUAGES,
  type Snippet,
  type Writer,
  mechanismOf,
  recordKey,
  topicOf,
} from './given.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { node } from './node.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { members, exampleEvent } from './example-event.ts';

/** Quotes any text as a word of a shell command. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Shell lines that set a new id of 32 hex digits and the time. */
const SHELL_VARIABLES = `ID=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \\n')
NOW=$(date -u +%Y-%m-%dT%H:%M:%SZ)`;

const settings = (given: Given): [name: string, value: string][] => {
  const { connect, keyId, keyText, door } = given;
  if (door === 'shared') return [];
  const protocol: [string, string] = ['security.protocol', connect.kafka.protocol];
  if (mechanismOf(given) === 'PLAIN')
    return [protocol, ['sasl.mechanisms', 'PLAIN'], ['sasl.username', keyId], ['sasl.password', keyText]];
  return [
    protocol,
    ['sasl.mechanisms', 'OAUTHBEARER'],
    ['sasl.oauthbearer.method', 'oidc'],
    ['sasl.oauthbearer.token.endpoint.url', connect.tokenUrl],
    ['sasl.oauthbearer.client.id', keyId],
    ['sasl.oauthbearer.client.secret', keyText],
  ];
};

const kcat: Writer = (given) => {
  if (given.door === 'http') return null;
  const own = { id: '$ID', timestamp: '$NOW', trace_id: '$ID' };
  const to = `kcat -P -b ${quoted(given.connect.kafka.brokers)} -t ${quoted(topicOf(given))} -k ${recordKey(given)}`;
  const options = settings(given).map(([name, value]) => `-X ${quoted(`${name}=${value}`)}`);
  return `${SHELL_VARIABLES}
${[to, ...options].join(' \\\n  ')} <<EVENT
${JSON.stringify({ ...own, ...exampleEvent(given) })}
EVENT`;
};

const curl: Writer = (given) => {
  if (given.door !== 'http') return null;
  return `${SHELL_VARIABLES}
curl -sS --fail-with-body ${quoted(given.connect.ingestUrl)} \\
  -H ${quoted(`Authorization: Bearer ${given.keyText}`)} \\
  -H 'Content-Type: application/json' \\
  --data-binary @- <<EVENT
{
${members(given, (name, json) => `"${name}": ${json},`, '  ')}
  "id": "$ID",
  "timestamp": "$NOW",
  "trace_id": "$ID"
}
EVENT`;
};

const WRITERS: Record<Language, [label: string, write: Writer]> = {
  curl: ['curl', curl],
  kcat: ['kcat', kcat],
  node: ['Node', node],
  python: ['Python', python],
  java: ['Java', java],
  go: ['Go', go],
  php: ['PHP', php],
};

/**
 * Code that publishes one event through a door, in every language that supports it. Each program generates a new id, prints the
 * response, and exits with a code other than 0 if publishing failed. Over HTTP the response also lists the rejected events.
 */
export const snippets = (given: Given): Snippet[] =>
  LANGUAGES.flatMap((language) => {
    const [label, write] = WRITERS[language];
    const code = write(given);
    return code === null ? [] : [{ language, label, code }];
  });
