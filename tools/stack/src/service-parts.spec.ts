import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { serviceMemory } from './service-memory.ts';
import { partsOf } from './service-parts.ts';

const CONFIG = new URL('../../../apps/events/src/config.ts', import.meta.url);

describe('partsOf', () => {
  const ofEvents = (processors: number, roles = '') => partsOf(processors, roles).filter(({ app }) => app === 'events');

  it('runs ingest in a separate process on two or more processors, and omits no role', () => {
    const parts = ofEvents(2);
    expect(parts.map(({ name }) => name)).toEqual(['events', 'ingest']);
    const [, known = ''] = /ROLES = \[(.*?)\]/.exec(readFileSync(CONFIG, 'utf8')) ?? [];
    const roles = [...known.matchAll(/'(\w+)'/g)].map(([, role]) => role);
    expect(new Set(parts.flatMap((part) => part.roles?.split(',')))).toEqual(new Set(roles));
  });

  it.each([
    ['one processor', 1, ''],
    ['roles from the environment', 2, 'live,queries'],
  ])('starts a single process for events with %s', (_, processors, roles) => {
    expect(ofEvents(processors, roles)).toEqual([{ name: 'events', app: 'events' }]);
  });

  it.each([
    ['two processors', 2, [16, 4]],
    ['one processor', 1, [4]],
  ])('gives only a process that does not store events the larger young generation, with %s', (_, processors, sizes) => {
    const flags = ofEvents(processors).flatMap(({ app, roles }) => serviceMemory(app, roles).flags);
    expect(flags).toEqual(sizes.map((size) => `--max-semi-space-size=${size}`));
  });
});
