import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ACCESS } from './access.ts';

const ROOT = new URL('../../../../', import.meta.url);

/** Services that join a consumer group, each in groups that begin with its name. */
const services = (): string[] =>
  readdirSync(new URL('apps', ROOT)).flatMap((app) => {
    const source = new URL(`apps/${app}/src`, ROOT);
    const modules = ['app.module.ts', 'events.module.ts'].flatMap((name) => {
      try {
        return [readFileSync(`${source.pathname}/${name}`, 'utf8')];
      } catch {
        return [];
      }
    });
    return modules.some((text) => text.includes('KafkaModule.with(')) ? [app] : [];
  });

describe('the access of services to Kafka', () => {
  it('is said of exactly the services that use it', () => {
    expect(services().length).toBeGreaterThan(3);
    expect(Object.keys(ACCESS).toSorted((a, b) => a.localeCompare(b))).toEqual(services());
  });

  it('stands in the guide, for each topic with its writer', () => {
    const guide = readFileSync(new URL('docs/guides/kafka.md', ROOT), 'utf8');
    const rows = [...guide.matchAll(/^\| `([\w.-]+)` \| (.+?) \| .+ \|$/gm)].map(([, topic, writer]) => [
      topic,
      writer,
    ]);
    const said = new Map(rows.map(([topic = '', writer = '']) => [topic, writer]));
    for (const [service, { writes }] of Object.entries(ACCESS))
      for (const topic of writes)
        if (!topic.includes('dead-letters'))
          expect({ topic, writer: said.get(topic) }).toEqual({ topic, writer: expect.stringContaining(service) });
  });
});
