import { describe, expect, it } from '@jest/globals';
import { MAX_EVENT_BYTES } from '@portico/contracts/events/integration-event';
import type { PatchOperation } from '@portico/contracts/http/redrives';
import fc from 'fast-check';
import { Inapplicable, patchText } from './patch-text.ts';

describe('a patch of JSON text', () => {
  it('never exceeds the maximum size of an event, and fails at the first operation that would exceed it', () => {
    const sized = fc.integer({ min: 0, max: 80_000 }).map((length) => `{"a":"${'é'.repeat(length / 2)}","b":{"a":[]}}`);
    const path = fc.constantFrom('', '/a', '/b', '/b/a', '/b/a/-', '/b/b', '/c');
    const value = fc.constantFrom<unknown>(7, { a: [1] }, [], 'x'.repeat(40_000), '\u0001'.repeat(12_000));
    const growing = fc.oneof(
      fc.record({ op: fc.constantFrom('add' as const, 'replace' as const), path, value }),
      fc.record({ op: fc.constantFrom('copy' as const, 'copy' as const, 'move' as const), from: path, path }),
      fc.record({ op: fc.constant('remove' as const), path }),
    );
    let [grown, refused] = [0, 0];
    fc.assert(
      fc.property(sized, fc.array(growing, { minLength: 1, maxLength: 20 }), (json, operations) => {
        let bytes = Buffer.byteLength(json);
        let text = json;
        for (const operation of operations)
          try {
            text = patchText(text, [operation]);
            const after = Buffer.byteLength(text);
            expect(after).toBeLessThanOrEqual(Math.max(MAX_EVENT_BYTES, bytes));
            if (after > bytes) grown += 1;
            bytes = after;
          } catch (error) {
            if (!(error instanceof Inapplicable)) throw error;
            if (error.message.includes('bytes')) refused += 1;
          }
      }),
      { numRuns: 300 },
    );
    expect(Math.min(grown, refused)).toBeGreaterThan(50);
  });

  it.each<[string, string, PatchOperation]>([
    ['a pointer of 500 steps', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, { op: 'remove', path: '/0'.repeat(500) }],
    [
      '10,000 members with the same name',
      `{${Array.from({ length: 10_000 }, () => '"a":1').join(',')},"b":2}`,
      { op: 'remove', path: '/a' },
    ],
  ])('reads a text once per operation: %s', (_, json, operation) => {
    const began = process.cpuUsage();
    const after = patchText(json, [operation]);
    const { user, system } = process.cpuUsage(began);
    expect(after.length).toBeLessThan(json.length);
    // Maximum CPU time in milliseconds. Reading the text for each step or member would take seconds.
    expect((user + system) / 1_000).toBeLessThan(400);
  });
});
