import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventFilter } from '@portico/contracts/http/events';
import { caller, eventually, everyEvent, LiveViewer, type ServiceProcess } from '@portico/testkit';
import fc from 'fast-check';
import { integrationEvent } from '@portico/testkit/integration-event';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

/** Number of histories. Set LIVE_HISTORIES=20 for a long run. */
const HISTORIES = Number(process.env['LIVE_HISTORIES'] ?? 1);
/** Maximum wait for an expected state, in milliseconds. */
const SOON = 60_000;
/** Milliseconds between two steps of a history. This pause determines the load. */
const PACE = 20;

/** The viewers: an administrator, a member of one organization, and an administrator who filters failures. */
const VIEWERS: { as: Parameters<EventsStack['tokens']['sign']>[0]; filter: EventFilter }[] = [
  { as: {}, filter: {} },
  { as: { id: 5, usertype: 'CLIENT' }, filter: {} },
  { as: {}, filter: { status: 'FAILURE' } },
];

type Step =
  | { kind: 'publish'; count: number; daysLate: number; isAgain: boolean }
  | { kind: 'disconnect' | 'pause' | 'resume' | 'stopReading' | 'read'; viewer: number }
  | { kind: 'stop' | 'kill' };

const viewer = fc.nat(VIEWERS.length - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('publish' as const),
      count: fc.integer({ min: 1, max: 40 }),
      daysLate: fc.constantFrom(0, 0, 0, 1, 30),
      isAgain: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'disconnect' as const,
        'pause' as const,
        'resume' as const,
        'stopReading' as const,
        'read' as const,
      ),
      viewer,
    }),
  },
);
/** A random history. In every history, the service ends twice at random moments: one stop and one kill. */
const history = fc
  .tuple(
    fc.array(step, { minLength: 8, maxLength: 16, size: 'max' }),
    fc.array(step, { minLength: 4, maxLength: 10, size: 'max' }),
    fc.array(step, { minLength: 4, maxLength: 10, size: 'max' }),
    fc.shuffledSubarray(['stop' as const, 'kill' as const], { minLength: 2 }),
  )
  .map(([before, between, after, [first = 'stop', second = 'kill']]): Step[] => [
    ...before,
    { kind: first },
    ...between,
    { kind: second },
    ...after,
  ]);

describe('the rows of viewers', () => {
  let stack: EventsStack;
  let service: ServiceProcess;

  beforeAll(async () => {
    stack = await startEventsStack();
    service = await stack.start();
    await stack.furnish();
  }, 120_000);
  afterAll(async () => stack?.stop());

  /** Ids of all stored rows that match the viewer, including repetitions. */
  const stored = async ({ as, filter }: (typeof VIEWERS)[number]): Promise<string[]> => {
    const get = caller(service.url, await stack.tokens.sign(as));
    const rows = await everyEvent(get, filter.status ? { status: filter.status } : {});
    return rows.map(({ id }) => id).toSorted();
  };

  const play = async (steps: readonly Step[]): Promise<void> => {
    const watching: LiveViewer[] = [];
    for (const { as, filter } of VIEWERS)
      watching.push(await new LiveViewer(service.url, await stack.tokens.sign(as), filter).open());
    for (const each of watching) each.fetchesSkipped = true;
    let published = (await stored({ as: {}, filter: {} })).length;
    let last = integrationEvent();
    const publish = async ({ count, daysLate, isAgain }: Extract<Step, { kind: 'publish' }>): Promise<void> => {
      const events = Array.from({ length: count }, (_, index) =>
        integrationEvent({
          source_id: 1 + (index % 2),
          organization_id: 1 + (index % 2),
          timestamp: new Date(Date.now() - daysLate * 86_400_000).toISOString(),
          ...(index % 3 === 0 && { result: 'FAILURE', severity_text: 'ERROR' }),
        }),
      );
      published += count;
      last = events.at(-1) ?? last;
      await stack.publisher.publish(...events, ...(isAgain ? [last] : []));
    };
    for (const one of steps) {
      if (one.kind === 'publish') await publish(one);
      else if ('viewer' in one) await disturb(watching[one.viewer], one.kind);
      else {
        for (const each of watching) each.resumeReading();
        await service[one.kind]();
        await publish({ kind: 'publish', count: 5, daysLate: 0, isAgain: false });
        service = await stack.start();
      }
      await sleep(PACE);
    }
    for (const each of watching) each.resumeReading();
    await eventually(async () => (await stored({ as: {}, filter: {} })).length === published, SOON);
    for (const [index, each] of watching.entries())
      await expectWhatIsStored(each, VIEWERS[index] ?? { as: {}, filter: {} });
    for (const each of watching) each.close();
  };

  const disturb = async (each: LiveViewer | undefined, kind: Step['kind']): Promise<void> => {
    if (kind === 'disconnect') each?.loseConnection();
    if (kind === 'pause') await each?.pause();
    if (kind === 'resume') await each?.resume();
    if (kind === 'stopReading') each?.pauseReading();
    if (kind === 'read') each?.resumeReading();
  };

  const expectWhatIsStored = async (each: LiveViewer, identity: (typeof VIEWERS)[number]): Promise<void> => {
    const ids = await stored(identity);
    if (each.isPaused) {
      const unseen = ids.filter((id) => !each.rows.has(id)).length;
      await eventually(() => {
        expect(each.news?.arrived).toBe(unseen);
        return true;
      }, SOON);
      await each.resume();
    }
    await eventually(() => {
      expect([...each.rows.keys()].toSorted()).toEqual(ids);
      return true;
    }, SOON);
    each.check();
  };

  it(
    'equal the stored rows, each exactly once, after any history',
    async () => {
      await fc.assert(fc.asyncProperty(history, play), { numRuns: HISTORIES, endOnFailure: true });
    },
    240_000 * HISTORIES,
  );
});
