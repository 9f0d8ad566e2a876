import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventList } from '@portico/contracts/http/events';
import type { RedriveCorrection } from '@portico/contracts/http/redrives';
import { type Call, eventually, read } from '@portico/testkit';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';
import { brokenText, MAP, preview, rejectMany, runOf, start } from '../support/redrive-world.ts';

const PUBLISHER = 70_130;
const OTHER = 70_131;

describe('a correction of rejected events', () => {
  let stack: EventsStack;
  let admin: Call;
  let publisher: Call;
  let other: Call;

  beforeAll(async () => {
    stack = await startEventsStack();
    await stack.start();
    for (const [index, userId] of [PUBLISHER, OTHER].entries())
      await stack.publisher.publisher(index + 1, { userId, integrationId: 1 });
    admin = await stack.furnish();
    publisher = await stack.as({ id: PUBLISHER, usertype: 'VENDOR' });
    other = await stack.as({ id: OTHER, usertype: 'VENDOR' });
    await rejectMany({ stack, admin }, 'one', [brokenText('one')]);
  }, 120_000);
  afterAll(() => stack?.stop());

  const ask = (call: Call, correction: unknown) =>
    call('POST', '/events/redrives/preview', { filter: { integration: 1, query: 'one' }, correction });

  it('cannot copy or move a value into itself', async () => {
    const copies = Array.from({ length: 12 }, (_, index) => ({ op: 'copy', from: '', path: `/a${index}` }));
    const moves = [{ op: 'move', from: '/details', path: '/details/message' }];
    for (const correction of [copies, moves])
      for (const path of ['/events/redrives/preview', '/events/redrives'])
        expect(await publisher('POST', path, { filter: { integration: 1 }, correction })).toMatchObject({
          status: 400,
          body: {
            code: 'validation_failed',
            message: expect.arrayContaining(['Path should not be inside the value that moves']),
            faults: expect.arrayContaining([expect.objectContaining({ pointer: '/correction/0/path' })]),
          },
        });
  });

  it('does not create an event that is too long', async () => {
    const doubling: RedriveCorrection = Array.from({ length: 9 }, (_, index) => [
      { op: 'copy' as const, from: '/details', path: '/copy' },
      { op: 'move' as const, from: '/copy', path: `/details/c${index}` },
    ]).flat();
    const pad = { op: 'add' as const, path: '/details/pad', value: 'x'.repeat(20_000) };
    const { counts, left } = await preview(publisher, [pad, ...doubling], { query: 'one' });
    expect(counts).toMatchObject({ conflict: 1, published: 0 });
    expect(left).toEqual([expect.objectContaining({ reason: expect.stringMatching(/bytes, at most 65536/) })]);
  });

  it('allows one preview at a time per user', async () => {
    const [own, others] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, () => ask(publisher, MAP))),
      ask(other, MAP),
    ]);
    expect(others.status).toBe(200);
    expect(own.some(({ status }) => status === 200)).toBe(true);
    const refused = own.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, headers, body } of refused) {
      expect({ status, body }).toMatchObject({
        status: 429,
        body: { code: 'rate_limited', message: expect.any(String) },
      });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await ask(publisher, MAP)).status).toBe(200);
  });

  it('publishes many long events in requests that a broker accepts', async () => {
    const count = 60;
    await rejectMany(
      { stack, admin },
      'long',
      Array.from({ length: count }, (_, index) => brokenText(`long ${index}`)),
    );
    const pad: RedriveCorrection = [
      { op: 'replace', path: '/result', value: 'SUCCESS' },
      { op: 'add', path: '/details/pad', value: 'x'.repeat(60_000) },
    ];
    expect((await preview(publisher, pad, { query: 'long' })).counts.published).toBe(count);
    const run = await start(publisher, pad, { query: 'long' });
    const done = await eventually(async () => {
      const now = await runOf(publisher, run.id);
      return now.state !== 'running' && now;
    }, 60_000);
    expect(done).toMatchObject({ state: 'done', counts: { published: count } });
    await eventually(async () => (await read<EventList>(admin, '/events')).count === count, 30_000);
  }, 120_000);
});
