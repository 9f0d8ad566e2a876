import { describe, expect, it } from '@jest/globals';
import type { Message } from '@portico/kafka';
import { Problem } from '@portico/service';
import { Batches, type Publication } from './batches.ts';

const messages = (...values: string[]): Message[] => values.map((value) => ({ value: Buffer.from(value) }));
const valuesOf = (publications: readonly Publication[]): string[] =>
  publications.flatMap((one) => one.messages.map(({ value }) => String(value).slice(0, 4)));

/** Creates batches whose requests stay open until the test calls a request's `end` or `fail`. */
const held = (deadline?: number) => {
  const requests: { values: string[]; end: () => void; fail: (error: Error) => void }[] = [];
  const batches = new Batches((publications) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    requests.push({ values: valuesOf(publications), end: resolve, fail: reject });
    return promise;
  }, deadline);
  return { batches, requests };
};
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('Batches', () => {
  it('sends one request at a time, and puts messages that arrive meanwhile into the next request, in order', async () => {
    const { batches, requests } = held();
    const first = batches.add('t', messages('a', 'b'));
    await turn();
    const others = [batches.add('t', messages('c')), batches.add('u', messages('d')), batches.add('t', messages('e'))];
    await turn();
    expect(requests.map(({ values }) => values)).toEqual([['a', 'b']]);
    requests[0]?.end();
    await first;
    await turn();
    expect(requests.map(({ values }) => values)).toEqual([
      ['a', 'b'],
      ['c', 'd', 'e'],
    ]);
    requests[1]?.end();
    await Promise.all(others);
    await batches.add('t', []);
    expect(requests).toHaveLength(2);
  });

  it('waits for further callers if the previous request had several callers', async () => {
    const { batches, requests } = held();
    const shared = [batches.add('t', messages('a')), batches.add('t', messages('b'))];
    await turn();
    requests[0]?.end();
    await Promise.all(shared);
    const waiting = [batches.add('t', messages('c'))];
    // If a request did not wait, it would be sent during this loop, in which no timer fires.
    for (let step = 0; step < 20; step += 1) await Promise.resolve();
    waiting.push(batches.add('t', messages('d')));
    while (requests.length < 2) await turn();
    expect(requests[1]?.values).toEqual(['c', 'd']);
    requests[1]?.end();
    await Promise.all(waiting);
  });

  it('splits messages that do not fit in one request, and resolves after the last part is sent', async () => {
    const { batches, requests } = held();
    const long = (name: string) => name.repeat(300_000);
    let isDone = false;
    const large = batches.add('t', messages(long('a'), long('b'), long('c'), 'd')).then(() => (isDone = true));
    const small = batches.add('t', messages('e'));
    await turn();
    requests[0]?.end();
    await turn();
    expect([isDone, requests.map(({ values }) => values)]).toEqual([
      false,
      [
        ['aaaa', 'bbbb'],
        ['cccc', 'd', 'e'],
      ],
    ]);
    requests[1]?.end();
    await Promise.all([large, small]);
  });

  it('fails all publications in a request that Kafka rejects, and continues with the next request', async () => {
    const { batches, requests } = held();
    const long = 'a'.repeat(600_000);
    const large = batches.add('t', messages(long, long));
    const waiting = batches.add('t', messages('b'));
    await turn();
    requests[0]?.fail(new Error('no leader'));
    await expect(large).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 });
    await turn();
    expect(requests[1]?.values).toEqual(['b']);
    requests[1]?.end();
    await waiting;
    await batches.end();
  });

  it('times out, and then never sends the messages that still waited for a request', async () => {
    const { batches, requests } = held(30);
    const first = batches.add('t', messages('a'));
    await turn();
    const second = batches.add('t', messages('b'));
    await expect(first).rejects.toBeInstanceOf(Problem);
    await expect(second).rejects.toBeInstanceOf(Problem);
    requests[0]?.end();
    await turn();
    const third = batches.add('t', messages('c'));
    await turn();
    expect(requests.map(({ values }) => values)).toEqual([['a'], ['c']]);
    requests[1]?.end();
    await third;
  });
});
