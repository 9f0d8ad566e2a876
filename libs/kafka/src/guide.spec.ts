import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { documentedAccess } from '@portico/testkit';

const ROOT = new URL('../../../', import.meta.url);

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

describe('the guide to Apache Kafka', () => {
  it('lists exactly the consumer groups of the services that read Kafka', () => {
    const listed = documentedAccess().groups.prefixes.map((prefix) => prefix.slice(0, -1));
    expect(services().length).toBeGreaterThan(3);
    expect(listed.toSorted((a, b) => a.localeCompare(b))).toEqual(services());
  });
});
