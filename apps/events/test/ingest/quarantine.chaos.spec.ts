import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventList } from '@portico/contracts/http/events';
import type { RejectedEvent, RejectedEventContent } from '@portico/contracts/http/rejected-events';
import { type Call, eventually, type ServiceProcess, STARTING } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const POISON = fileURLToPath(new URL('../support/poison.mjs', import.meta.url));
/** Crashes after which the test fails; more than the service needs to quarantine the record. */
const MAX_DEATHS = 10;

describe('a record that crashes processes', () => {
  let stack: EventsStack;
  let admin: Call;
  let service: ServiceProcess | null = null;

  /** Restarts the service whenever it has ended, until the condition holds. */
  const supervise = async (isThere: () => Promise<boolean>): Promise<number> => {
    let deaths = 0;
    for (;;) {
      service ??= await stack.start().catch(() => null);
      const running = service;
      if (running) {
        const ended = once(running.process, 'exit').then(() => 'ended' as const);
        const found = eventually(isThere, 60_000).then(() => 'found' as const);
        found.catch(() => undefined);
        if (running.process.exitCode === null && running.process.signalCode === null)
          if ((await Promise.race([ended, found])) === 'found') return deaths;
      }
      service = null;
      deaths += 1;
      if (deaths > MAX_DEATHS) throw new Error(`${deaths} processes have ended`);
    }
  };

  beforeAll(async () => {
    stack = await startEventsStack(undefined, { environment: { NODE_OPTIONS: `--import=${POISON}` } });
    service = await stack.start();
    admin = await stack.furnish();
  }, 2 * STARTING);
  afterAll(async () => stack?.stop());

  const isListed = async (ids: readonly string[]): Promise<boolean> => {
    const { body } = await admin('GET', '/events?limit=100').catch(() => ({ body: null }));
    const listed = (body as EventList | null)?.data?.map(({ id }) => id) ?? [];
    return ids.every((id) => listed.includes(id));
  };
  const poisoned = () => integrationEvent({ details: { message: 'ends-the-process' } });
  const unreadable = async (): Promise<RejectedEvent[]> =>
    ((await admin('GET', '/events/rejected?limit=100&code=unreadable')).body as { data: RejectedEvent[] }).data;

  it(
    'is rejected with its bytes, without blocking the events before and after it',
    async () => {
      const before = Array.from({ length: 40 }, () => integrationEvent());
      const after = Array.from({ length: 40 }, () => integrationEvent());
      const bad = poisoned();
      const all = [...before, bad, ...after].map((event) => ({ partition: 1, value: JSON.stringify(event) }));
      await stack.publisher.publish(...all);
      const deaths = await supervise(async () => isListed([...before, ...after].map(({ id }) => id)));
      expect(deaths).toBeGreaterThan(1);
      const [entry, ...others] = await eventually(async () => {
        const found = await unreadable();
        return found.length > 0 && found;
      });
      expect(others).toEqual([]);
      expect(entry?.rejection.reason).toContain('two processes');
      const { base64 } = (await admin('GET', `/events/rejected/${entry?.id}`)).body as RejectedEventContent;
      expect(Buffer.from(base64, 'base64').toString()).toBe(JSON.stringify(bad));
    },
    10 * STARTING,
  );

  it(
    'stays in quarantine after every restart',
    async () => {
      const known = (await unreadable()).length;
      await service?.stop();
      service = null;
      const next = integrationEvent();
      await stack.publisher.publish({ partition: 1, value: JSON.stringify(next) });
      expect(await supervise(async () => isListed([next.id]))).toBe(0);
      expect(await unreadable()).toHaveLength(known);
    },
    4 * STARTING,
  );
});
