import { readFileSync } from 'node:fs';

const GUIDE = new URL('../../../docs/guides/kafka.md', import.meta.url);

/** What the guide to Apache Kafka lets a publisher and Portico's own user do. Operations have Kafka's own names. */
export type AccessList = {
  /** Of a publisher, on the topic of integration events. */
  publisher: string[];
  /** Of Portico's user, on each of its topics. */
  topics: string[];
  /** Of Portico's user, on every group whose name begins with one of `prefixes`. */
  groups: { operations: string[]; prefixes: string[] };
};

const ofPublisher = /--add --allow-principal User:payroll((?: --operation \w+)+) --topic integration\.events\.v1 /;
const ofPortico =
  /Portico's own user needs, on topics: (.+?) of every topic of `npm run kafka:topics`; on groups: (.+?) of all of (.+?) \(prefixed\)\./;
const quoted = (text = ''): string[] => [...text.matchAll(/`(\w+)\.?`/g)].map(([, name = '']) => name);

/** The access list as the guide says it. @throws when the guide says it in other words than these. */
export function documentedAccess(): AccessList {
  const guide = readFileSync(GUIDE, 'utf8').replaceAll(/\s+/g, ' ');
  const [publisher, portico] = [ofPublisher.exec(guide), ofPortico.exec(guide)];
  if (!publisher || !portico) throw new Error('the guide to Apache Kafka lists no access');
  return {
    publisher: [...(publisher[1] ?? '').matchAll(/--operation (\w+)/g)].map(([, name = '']) => name),
    topics: quoted(portico[1]),
    groups: { operations: quoted(portico[2]), prefixes: quoted(portico[3]).map((name) => `${name}.`) },
  };
}
