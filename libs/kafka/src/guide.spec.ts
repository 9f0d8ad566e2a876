import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { KAFKA_TOKEN_AUDIENCE, KAFKA_TOKEN_ISSUER, KAFKA_TOKEN_LIFETIME } from '@portico/contracts/http/oauth';
import { example } from '@portico/testkit';
import { ACCESS, ADMINISTRATOR, principalOf } from './access/access.ts';
import { TOPICS } from './topics.ts';

const GUIDE = 'docs/guides/kafka.md';
const SERVICES = Object.keys(ACCESS);

/** Rows of the guide's table of topics, with writers and readers. */
const rows = new Map(
  readFileSync(new URL(`../../../${GUIDE}`, import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, topic, writers, readers] = /^\| `([^`]+)`[^|]* \| ([^|]+) \| ([^|]+) \|$/.exec(line) ?? [];
      return topic === undefined ? [] : [[topic, { writers: writers ?? '', readers: readers ?? '' }] as const];
    }),
);
const namedIn = (text: string): string[] =>
  text.startsWith('every service')
    ? SERVICES.toSorted()
    : SERVICES.filter((service) => new RegExp(String.raw`\b${service}\b`).test(text)).toSorted();

/** Returns the services that use Kafka. */
const users = (): string[] =>
  readdirSync(new URL('../../../apps', import.meta.url)).filter((app) =>
    ['app.module.ts', 'events.module.ts'].some((name) => {
      const file = new URL(`../../../apps/${app}/src/${name}`, import.meta.url);
      return existsSync(file) && readFileSync(file, 'utf8').includes('KafkaModule.with(');
    }),
  );

describe('the table of Kafka access', () => {
  it('lists exactly the services that use Kafka', () => {
    expect(users().length).toBeGreaterThan(3);
    expect(SERVICES.toSorted()).toEqual(users().toSorted());
  });
});

describe('the guide to Apache Kafka', () => {
  it.each(TOPICS.map(({ name }) => name))('names the services that write and read %s', (topic) => {
    const row = rows.get(topic);
    const of = (way: 'reads' | 'writes') => SERVICES.filter((service) => ACCESS[service]?.[way].includes(topic));
    const [writers, readers] = [of('writes').toSorted(), of('reads').toSorted()];
    expect({ topic, writers: namedIn(row?.writers ?? '') }).toEqual({ topic, writers });
    // The guide does not list the owner of a state topic as a reader of this topic.
    const isOwn = (service: string) =>
      topic.startsWith(`${service}.`) && !namedIn(row?.readers ?? '').includes(service);
    expect({ topic, readers: namedIn(row?.readers ?? '') }).toEqual({
      topic,
      readers: readers.filter((service) => !isOwn(service)),
    });
  });

  it('names only existing topics', () => {
    const known = new Set([...TOPICS.map(({ name }) => name), 'integration.door.v1.<id>']);
    expect([...rows.keys()].filter((topic) => topic.includes('.v1') && !known.has(topic))).toEqual([]);
  });

  it('creates a user for every principal', () => {
    const users = example(GUIDE, 'users').match(/portico-[a-z]+/g);
    expect(users?.toSorted()).toEqual([ADMINISTRATOR, ...SERVICES.map(principalOf)].toSorted());
  });

  it('configures brokers for the tokens that Portico creates', () => {
    const settings = example(GUIDE, 'oauth');
    expect(settings).toContain(`expected.audience=${KAFKA_TOKEN_AUDIENCE}\n`);
    expect(settings).toContain(`expected.issuer=${KAFKA_TOKEN_ISSUER}\n`);
    expect(settings).toContain(`connections.max.reauth.ms=${KAFKA_TOKEN_LIFETIME * 1_000}\n`);
  });
});
