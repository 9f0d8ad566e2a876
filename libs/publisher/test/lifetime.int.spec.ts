import { describe, expect, it } from '@jest/globals';
import { eventually } from '@portico/testkit';
import type { PublishError } from '../src/index.ts';
import { eachWithDoor, errorOf, eventOf, many } from './support.ts';

describe('a call to a publisher', () => {
  const at = eachWithDoor();

  it('fails after its deadline with the reason of the last attempt', async () => {
    at.door.faults.push(...Array.from({ length: 1_000 }, () => ({ status: 503 })));
    const error = await errorOf(at.open({ deliveryTimeoutMs: 1_000, maxRetryMs: 20 }).publish(eventOf({ id: 'late' })));
    expect(error).toMatchObject({ code: 'timeout', status: 503 });
    expect(error.message).toBe('not answered within 1000 ms: the server answered 503');
    expect(error.unanswered.map(({ id }) => id)).toEqual(['late']);
  });

  it('fails with the reason of the previous attempt if the deadline interrupts the last request', async () => {
    at.door.faults.push({ status: 503 }, 'silent');
    const error = await errorOf(at.open({ deliveryTimeoutMs: 1_000, maxRetryMs: 1 }).publish(eventOf()));
    expect(error).toMatchObject({ code: 'timeout', status: 503 });
    expect(at.door.posted.length).toBe(2);
  });

  it('fails at its deadline if Retry-After is later', async () => {
    at.door.faults.push({ status: 429, headers: { 'retry-after': '3600' } });
    expect(await errorOf(at.open({ deliveryTimeoutMs: 200 }).publish(eventOf()))).toMatchObject({ status: 429 });
  });

  it('waits while the queue is full, or fails if `whenFull` is `fail`', async () => {
    at.door.faults.push('silent');
    const publisher = at.open({ maxQueueEvents: 2, requestTimeoutMs: 300 });
    let isQueued = false;
    await publisher.enqueue(many(2));
    const third = publisher.enqueue(eventOf()).then(() => (isQueued = true));
    await eventually(() => at.door.posted.length === 1);
    expect(isQueued).toBe(false);
    await third;
    await publisher.flush();
    expect(at.door.verdicts.stored.size).toBe(3);

    at.door.faults.push('silent');
    const strict = at.open({ maxQueueEvents: 2, whenFull: 'fail', requestTimeoutMs: 300 });
    const first = strict.publish(many(2));
    expect(await errorOf(strict.publish(eventOf()))).toMatchObject({ code: 'queue_full', accepted: 0 });
    expect(await first).toMatchObject({ accepted: 2 });
  });

  it('is cancelled when its signal is aborted, together with a request that no other call waits for', async () => {
    at.door.faults.push('silent');
    const publisher = at.open();
    const controller = new AbortController();
    const published = publisher.publish(eventOf({ id: 'given-up' }), { signal: controller.signal });
    await eventually(() => at.door.posted.length === 1);
    controller.abort(new Error('no longer needed'));
    const error = await errorOf(published);
    expect(error).toMatchObject({ code: 'aborted', cause: expect.objectContaining({ message: 'no longer needed' }) });
    expect(error.unanswered.map(({ id }) => id)).toEqual(['given-up']);
    expect(await publisher.publish(eventOf())).toMatchObject({ accepted: 1 });
    expect(await errorOf(publisher.publish(eventOf(), { signal: controller.signal }))).toMatchObject({
      code: 'aborted',
    });
    expect(at.door.posted.length).toBe(2);
  });

  it('is sent by flush() without lingering', async () => {
    const publisher = at.open({ lingerMs: 60_000 });
    const published = publisher.publish(many(3));
    await publisher.flush();
    expect(await published).toEqual({ accepted: 3, rejected: [] });
  });

  it('is sent before close() resolves, unless the deadline of close() passes first', async () => {
    const publisher = at.open({ lingerMs: 60_000 });
    const published = publisher.publish(many(3));
    await publisher.close();
    expect(await published).toEqual({ accepted: 3, rejected: [] });
    expect(await errorOf(publisher.publish(eventOf()))).toMatchObject({ code: 'closed' });

    at.door.faults.push('silent');
    const stuck = at.open();
    const lost = stuck.publish(eventOf());
    await eventually(() => at.door.posted.length === 2);
    await stuck.close(50);
    expect(await errorOf(lost)).toMatchObject({ code: 'closed', accepted: 0 });
  });

  it('reports its failure to onError, and causes no unhandled rejection if its promise is ignored', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      at.door.faults.push({ status: 401 });
      const errors: PublishError[] = [];
      const publisher = at.open({
        onError: (error) => {
          errors.push(error);
          throw new Error('a listener that throws');
        },
      });
      void publisher.publish(eventOf());
      await publisher.flush();
      void publisher.publish({ ...eventOf(), details: { message: 'x', count: 1n } });
      await eventually(() => errors.length === 2);
      await publisher.close();
      void publisher.enqueue(eventOf());
      await eventually(() => errors.length === 3);
      await new Promise((resolve) => setImmediate(resolve));
      expect(errors.map(({ code }) => code)).toEqual(['refused', 'invalid_event', 'closed']);
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
    }
  });

  it('reports rejected events to onRejected', async () => {
    const ids: string[] = [];
    const publisher = at.open({ onRejected: (rejected) => ids.push(...rejected.map(({ id }) => id)) });
    await publisher.enqueue([eventOf(), eventOf({ id: 'wrong', source_id: 5 })]);
    await publisher.flush();
    await eventually(() => ids.length > 0);
    expect(ids).toEqual(['wrong']);
  });
});
