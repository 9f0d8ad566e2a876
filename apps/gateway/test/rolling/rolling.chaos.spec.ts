import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { caller, eventually, LiveViewer, read } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { Fleet } from './fleet.ts';
import { Load } from './load.ts';

const LONG = 240_000;
const CALLERS = 4;
const VIEWERS = 6;
/** Milliseconds between two events. This interval determines the load. */
const PACE = 25;
const ARRIVED = 60_000;

const fleet = new Fleet();
beforeAll(() => fleet.start(), LONG);
afterAll(() => fleet.stop(), 60_000);

/** Publishes events one by one until stopped; returns their ids. */
const publishing = (): (() => Promise<string[]>) => {
  const ids: string[] = [];
  let isRunning = true;
  const run = async (): Promise<void> => {
    for (; isRunning; await sleep(PACE)) {
      const event = integrationEvent({ source_id: 1, organization_id: 1 });
      await fleet.publisher.publish(event);
      ids.push(event.id);
    }
  };
  const running = run();
  return async () => {
    isRunning = false;
    await running;
    return ids;
  };
};

it(
  'a rollout replaces every process under load without a failed request or a missed row',
  async () => {
    await fleet.publisher.organization(1, { name: 'Acme' });
    await fleet.publisher.integration(1, { name: 'payroll' });
    const token = await fleet.tokens.sign();
    const admin = caller(fleet.url, token);
    await eventually(async () => JSON.stringify(await read(admin, '/events')).includes('payroll'), ARRIVED);
    const viewers = await Promise.all(Array.from({ length: VIEWERS }, () => new LiveViewer(fleet.url, token).open()));
    const load = new Load(fleet.url, token, CALLERS);
    const published = publishing();

    for (const which of [0, 1] as const) {
      const before = load.answered;
      expect(await fleet.replace(which)).toEqual([0, 0, 0]);
      expect(load.answered).toBeGreaterThan(before);
    }

    await load.stop();
    const ids = await published();
    expect(load.failures).toEqual([]);
    for (const viewer of viewers) {
      await eventually(() => {
        const missed = ids.filter((id) => !viewer.rows.has(id)).length;
        if (missed > 0) throw new Error(`${missed} of ${ids.length} rows are missing with ${fleet.kind}`);
        return true;
      }, ARRIVED);
      viewer.check();
      expect({ ended: viewer.ended, resets: viewer.resets }).toEqual({ ended: null, resets: [] });
      viewer.close();
    }
    expect(viewers.some(({ handovers }) => handovers > 0)).toBe(true);
    const { count } = await read<{ count: number }>(admin, '/organizations?limit=1');
    expect(count).toBe(load.created.length);
  },
  LONG,
);
