import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Message } from './client.ts';
import { inRequests, sendInRequests, sizeOf } from './send-in-requests.ts';

const tooLarge = (): Error =>
  Object.assign(new Error('The request included a message larger'), { type: 'MESSAGE_TOO_LARGE' });

const messages = fc.array(
  fc.record({
    key: fc.constantFrom(null, 'key', 'k'.repeat(900)),
    value: fc.nat(400_000).map((length) => Buffer.alloc(length, 'v')),
    headers: fc.dictionary(
      fc.string({ maxLength: 5 }),
      fc.nat(9_000).map((length) => Buffer.alloc(length)),
    ),
  }),
  { maxLength: 12 },
);

describe('messages split into requests', () => {
  it('keep their order, in requests that have one message or are within the size limit', () => {
    fc.assert(
      fc.property(messages, (all) => {
        const requests = inRequests(all);
        expect(requests.flat()).toEqual(all);
        for (const request of requests)
          if (request.length > 1)
            expect(request.reduce((sum, one) => sum + sizeOf(one), 0)).toBeLessThanOrEqual(700_000);
      }),
      { numRuns: 50 },
    );
  });

  it('reach a broker with a smaller size limit, and change only values of messages above that limit', async () => {
    await fc.assert(
      fc.asyncProperty(messages, fc.integer({ min: 60_000, max: 300_000 }), async (all, limit) => {
        const taken: Message[] = [];
        const sending = sendInRequests(all, async (some) => {
          if (some.reduce((sum, one) => sum + sizeOf(one), 0) > limit) throw tooLarge();
          taken.push(...some);
        });
        if (all.some((one) => sizeOf({ ...one, value: null }) > limit))
          return expect(sending).rejects.toThrow('larger');
        await sending;
        expect(taken.map(({ key }) => key)).toEqual(all.map(({ key }) => key));
        for (const [index, { value }] of taken.entries())
          if (sizeOf(all[index] as Message) <= limit) expect(value).toEqual(all[index]?.value);
      }),
      { numRuns: 50 },
    );
  });

  it('fail when a broker rejects even a message with an empty value', async () => {
    const send = async (): Promise<void> => {
      throw tooLarge();
    };
    await expect(sendInRequests([{ key: 'k', value: 'long' }], send)).rejects.toThrow('larger');
  });

  it('fail without a retry after any other error', async () => {
    const send = async (): Promise<void> => {
      throw new Error('Closed connection');
    };
    await expect(sendInRequests([{ value: 'one' }], send)).rejects.toThrow('Closed');
  });
});
