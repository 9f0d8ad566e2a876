/** Tests of the SDK that run against any ingest endpoint: the test's own `Door`, or the real product. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createPublisher, type Publisher } from '../src/index.ts';
import { eventOf } from './support.ts';

/** Address of an ingest endpoint, and a live key of one integration. */
type OpenDoor = { url: string; key: string };

/** Declares the tests. Calls `door` for the endpoint before they run. */
export const publishesThrough = (door: () => OpenDoor): void => {
  let publisher: Publisher;
  beforeAll(() => {
    publisher = createPublisher(door());
  });
  afterAll(() => publisher?.close());

  it('accepts an event with only the required values', async () => {
    expect(await publisher.publish(eventOf())).toEqual({ accepted: 1, rejected: [] });
  });

  it('accepts batches that are split and compressed', async () => {
    const events = Array.from({ length: 1_100 }, () => eventOf());
    expect(await publisher.publish(events)).toEqual({ accepted: 1_100, rejected: [] });
  });

  it('rejects single events by their index, with a code, a reason and a pointer', async () => {
    const wrong = { ...eventOf({ id: randomUUID() }), result: 'OK' as 'SUCCESS' };
    const elsewhere = eventOf({ source_id: 2_147_483_647 });
    const { accepted, rejected } = await publisher.publish([eventOf(), wrong, eventOf(), elsewhere]);
    expect(accepted).toBe(2);
    expect(rejected).toEqual([
      { index: 1, id: wrong.id, code: 'invalid_field', reason: expect.any(String), pointer: '/result' },
      expect.objectContaining({ index: 3, code: 'not_your_integration' }),
    ]);
  });

  it('accepts the same event again', async () => {
    const event = eventOf({ id: randomUUID(), timestamp: new Date(), trace_id: '4bf92f3577b34da6a3ce929d0e0e4736' });
    for (let time = 1; time <= 2; time += 1)
      expect(await publisher.publish(event)).toEqual({ accepted: 1, rejected: [] });
  });

  it('rejects an unknown key with 401', async () => {
    const { url, key } = door();
    const stranger = createPublisher({ url, key: `${key.slice(0, 9)}zzzzzzzz_${'0'.repeat(32)}` });
    await expect(stranger.publish(eventOf())).rejects.toMatchObject({
      code: 'refused',
      status: 401,
      problem: { code: 'unauthenticated' },
    });
    await stranger.close();
  });
};
