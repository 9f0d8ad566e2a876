import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@portico/testkit';
import { arrivalsEvery, HOUR, NOON } from './arrivals.ts';
import { type SilenceStack, startSilenceStack } from './silent.ts';

jest.setTimeout(90_000);

const MINUTE = 60_000;
const IDS = [1, 2, 3];

describe('the detection of silence during a lag of Portico', () => {
  let stack: SilenceStack;
  beforeAll(async () => {
    stack = await startSilenceStack(NOON);
    stack.answers.arrivals = () => arrivalsEvery(10 * MINUTE, NOON);
    await stack.publisher.organization(1, { name: 'Acme' });
    for (const id of IDS) await stack.publisher.integration(id, { name: `payroll ${id}` });
    for (const id of IDS) await stack.arrive(id, NOON);
    for (const id of IDS)
      await eventually(async () => {
        stack.at(NOON);
        return (await stack.liveness(id))?.state === 'regular';
      });
  }, 120_000);
  afterAll(() => stack?.stop());

  const kinds = async () => (await stack.transitions()).map(({ kind }) => kind);
  /** Lets the service check every ten minutes from minute `from` to minute `to`. */
  const pass = async (from: number, to: number): Promise<void> => {
    for (let minute = from; minute <= to; minute += 10) {
      stack.at(NOON + minute * MINUTE);
      await stack.settle();
    }
  };

  it.each([
    [
      'events have waited for two hours',
      () => ({ waiting: 1_000, waitingSince: new Date(NOON + 5 * MINUTE).toISOString() }),
    ],
    ['the events service is unavailable for two hours', () => null],
  ])('reports the lag once, and no integration as silent: %s', async (_, lag) => {
    const before = (await kinds()).length;
    const start = NOON;
    stack.answers.lag = lag();
    await pass(10, 120);
    expect((await kinds()).slice(before)).toEqual(['platform.behind']);
    // Ends the lag: the delayed events arrive.
    for (const id of IDS) await stack.arrive(id, start + 2 * HOUR + before * MINUTE);
    for (const id of IDS)
      await eventually(async () => Date.parse((await stack.liveness(id))?.lastArrivalAt ?? '') >= start + 2 * HOUR);
    stack.answers.lag = { waiting: 0, waitingSince: null };
    await pass(121, 121);
    expect((await kinds()).slice(before)).toEqual(['platform.behind', 'platform.caught_up']);
    stack.at(NOON);
    await stack.settle();
  });

  it('reports integrations that send no events after the lag', async () => {
    stack.at(NOON + 10 * HOUR);
    await eventually(async () => (await stack.liveness(1))?.state === 'silent');
    expect((await kinds()).filter((kind) => kind === 'integration.silent')).toHaveLength(IDS.length);
  });
});
