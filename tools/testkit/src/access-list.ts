import { readFileSync } from 'node:fs';

const GUIDE = new URL('../../../docs/guides/kafka.md', import.meta.url);
const OF_PUBLISHER = /--add --allow-principal User:payroll((?: --operation \w+)+) --topic integration\.events\.v1 /;

/** Kafka's names of the operations that the guide to Apache Kafka lets a publisher do on the topic of integration events. */
export function documentedAccess(): string[] {
  const guide = readFileSync(GUIDE, 'utf8').replaceAll(/\s+/g, ' ');
  const [, operations] = OF_PUBLISHER.exec(guide) ?? [];
  if (operations === undefined) throw new Error('the guide to Apache Kafka lists no access');
  return [...operations.matchAll(/--operation (\w+)/g)].map(([, name = '']) => name);
}
