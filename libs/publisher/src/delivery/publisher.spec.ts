import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { NewEvent } from '../event/event.ts';
import { MAX_EVENT_BYTES } from '../event/outgoing.ts';
import { ModelTransport, type Step } from '../../test/model-transport.ts';
import { MAX_BATCH_BYTES } from './options.ts';
import { createPublisher } from './publisher.ts';
import { PublishError } from './publish-error.ts';

/** Creates an event of about `bytes` bytes. `ModelTransport` rejects events with the result `OK`. */
const eventOf = (bytes: number, result = 'SUCCESS'): NewEvent => ({
  source_type: 'payroll',
  event_name: 'payrun.completed',
  result: result as 'SUCCESS',
  details: { message: 'x'.repeat(bytes) },
});

const anyEvent = fc.record({
  bytes: fc.oneof(
    { weight: 8, arbitrary: fc.nat(300) },
    { weight: 2, arbitrary: fc.nat(MAX_EVENT_BYTES - 500) },
    { weight: 1, arbitrary: fc.integer({ min: MAX_EVENT_BYTES, max: MAX_EVENT_BYTES + 100 }) },
  ),
  isWrong: fc.boolean(),
});
const anyCall = fc.record({
  events: fc.oneof(
    { weight: 6, arbitrary: fc.array(anyEvent, { maxLength: 12 }) },
    { weight: 1, arbitrary: fc.array(anyEvent, { minLength: 40, maxLength: 60, size: 'max' }) },
    {
      weight: 1,
      arbitrary: fc
        .integer({ min: 490, max: 1_200 })
        .map((length) => Array.from({ length }, () => ({ bytes: 5, isWrong: false }))),
    },
  ),
  /** Index of the request at which the call is aborted. A large number means never. */
  abortAt: fc.oneof(fc.constant(1_000_000), fc.nat(6)),
});
const anyStep: fc.Arbitrary<Step> = fc.constantFrom('answer', 'answer', 'unavailable', 'lost', 'refuse');
const anyHistory = fc.record({
  calls: fc.array(anyCall, { minLength: 1, maxLength: 8 }),
  steps: fc.array(anyStep, { maxLength: 12 }),
  maxQueueEvents: fc.constantFrom(1, 7, 600, 10_000),
  maxBatchEvents: fc.constantFrom(1, 3, 500),
});

/** Result of a call: the number of accepted events, and the ids of the other events. */
type Outcome = {
  accepted: number;
  rejected: readonly { id: string; index: number }[];
  unanswered: readonly { id: string }[];
};

describe('a publisher with random server failures', () => {
  it('reports a result for every event once, in order and within the limits', async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, async ({ calls, steps, maxQueueEvents, maxBatchEvents }) => {
        const transport = new ModelTransport(steps);
        const signals = calls.map(({ abortAt }) => transport.signalBefore(abortAt));
        const failures: PublishError[] = [];
        const publisher = createPublisher({
          transport,
          maxQueueEvents,
          maxBatchEvents,
          lingerMs: 0,
          minRetryMs: 0,
          onError: (error) => failures.push(error),
        });
        const outcomes = await Promise.all(
          calls.map(async ({ events }, number): Promise<Outcome & { ids: string[]; hasFailed: boolean }> => {
            const ids = events.map((_, index) => `${number}-${index}`);
            const given = events.map(({ bytes, isWrong }, index) => ({
              ...eventOf(bytes, isWrong ? 'OK' : 'SUCCESS'),
              id: `${number}-${index}`,
            }));
            const signal = signals[number];
            return publisher.publish(given, { signal }).then(
              ({ accepted, rejected }) => ({ ids, hasFailed: false, accepted, rejected, unanswered: [] }),
              (error: PublishError) => ({
                ids,
                hasFailed: true,
                accepted: error.accepted,
                rejected: error.rejected,
                unanswered: error.unanswered,
              }),
            );
          }),
        );
        await publisher.close();

        for (const { ids, hasFailed, accepted, rejected, unanswered } of outcomes) {
          expect(hasFailed || unanswered.length === 0).toBe(true);
          const others = [...rejected, ...unanswered].map(({ id }) => id);
          expect(new Set(others).size).toBe(others.length);
          const acceptedIds = ids.filter((id) => !others.includes(id));
          expect(accepted).toBe(acceptedIds.length);
          // The publisher reports only those events as accepted that the server accepted.
          expect(acceptedIds.filter((id) => transport.verdicts.get(id) !== 'accepted')).toEqual([]);
          // The server accepted none of the rejected events. The publisher rejects events that are too large without sending them.
          expect(rejected.filter(({ id }) => transport.verdicts.get(id) === 'accepted')).toEqual([]);
          const places = [rejected, unanswered].map((some) => some.map(({ id }) => ids.indexOf(id)));
          for (const place of places) expect(place).toEqual(place.toSorted((one, other) => one - other));
          expect(places[0]).toEqual(rejected.map(({ index }) => index));
        }
        expect(failures.length).toBe(outcomes.filter(({ hasFailed }) => hasFailed).length);
        for (const [number, { abortAt }] of calls.entries()) {
          const later = transport.batches.slice(abortAt + 1).flat();
          // Cancelled events are not sent again.
          expect(later.filter(({ id }) => id.startsWith(`${number}-`))).toEqual([]);
        }
        for (const batch of transport.batches) {
          expect(batch.length).toBeLessThanOrEqual(maxBatchEvents);
          const body = `[${batch.map(({ text }) => text).join()}]`;
          expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MAX_BATCH_BYTES);
        }
        const arrived = [...new Set(transport.batches.flat().map(({ id }) => id))];
        const order = outcomes.flatMap(({ ids }) => ids).filter((id) => arrived.includes(id));
        expect(arrived).toEqual(order);
        const contents = new Set(transport.batches.flat().map(({ id, text }) => `${id} ${text}`));
        expect(contents.size).toBe(arrived.length);
      }),
      { numRuns: 60 },
    );
  }, 120_000);

  it('sends the same ids in each retry', async () => {
    const transport = new ModelTransport(['unavailable', 'lost', 'unavailable']);
    const publisher = createPublisher({ transport, minRetryMs: 0 });
    const events = Array.from({ length: 30 }, () => eventOf(10));
    expect(await publisher.publish(events)).toEqual({ accepted: 30, rejected: [] });
    const attempts = transport.batches.map((batch) => batch.map(({ text }) => text).join());
    expect(attempts.length).toBe(4);
    expect(new Set(attempts).size).toBe(1);
    expect(new Set(transport.batches[0]?.map(({ id }) => id)).size).toBe(30);
  });

  it('ignores changes of an event after the call', async () => {
    const transport = new ModelTransport([]);
    const event = eventOf(3);
    const published = createPublisher({ transport }).publish(event);
    event.details.message = 'changed';
    await published;
    expect(transport.batches[0]?.[0]?.text).toContain('"message":"xxx"');
  });
});
