import { exampleEvent } from './example-event.ts';
import { type Given, mechanismOf, recordKey, topicOf, type Writer } from './given.ts';
import { quoted, SHELL_VARIABLES } from './shell.ts';

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

export const kcat: Writer = (given) => {
  if (given.door === 'http') return null;
  const own = { id: '$ID', timestamp: '$NOW', trace_id: '$ID' };
  const to = `kcat -P -b ${quoted(given.connect.kafka.brokers)} -t ${quoted(topicOf(given))} -k ${recordKey(given)}`;
  const options = settings(given).map(([name, value]) => `-X ${quoted(`${name}=${value}`)}`);
  return `${SHELL_VARIABLES}
${[to, ...options].join(' \\\n  ')} <<EVENT
${JSON.stringify({ ...own, ...exampleEvent(given) })}
EVENT`;
};
