import { describe, expect, it } from '@jest/globals';
import { FIRST_DOOR_PARTITION } from '@portico/contracts/events/position';
import { integrationEvent } from '@portico/testkit/integration-event';
import fc from 'fast-check';
import { judge } from './judged-message.ts';
import { publishedHeaders } from './published-headers.ts';

const KNOWN = { id: 1, name: 'payroll', organizationId: 1, active: true, version: 1, deletedAt: null, trust: 'open' };
const integrations = { integration: () => KNOWN as never };
const value = Buffer.from(JSON.stringify(integrationEvent({ source_id: 1, organization_id: 1 })));

describe('judge', () => {
  it.each<[string, number, Record<string, string>, string | null, string | null]>([
    ['an event from the shared topic', 0, {}, null, null],
    ['an unreadable record', 0, {}, 'the batch cannot be read', 'unreadable'],
    [
      "an event from the shared topic with Portico's own headers",
      0,
      { 'portico-over-quota': 'true', 'portico-unreadable': 'x' },
      null,
      null,
    ],
    ['an event from a door', FIRST_DOOR_PARTITION, { 'portico-sender': '1' }, null, null],
    [
      'an event over the quota of its door',
      FIRST_DOOR_PARTITION,
      { 'portico-sender': '1', 'portico-over-quota': 'true' },
      null,
      'over_quota',
    ],
    [
      'a record that the forwarder could not read',
      FIRST_DOOR_PARTITION,
      { 'portico-unreadable': 'cut' },
      null,
      'unreadable',
    ],
  ])('returns the expected verdict for %s', (_, partition, headers, unreadable, code) => {
    const message = { key: null, value, headers, unreadable };
    const verdict = judge({ message, publishedAt: Date.now(), position: { partition, offset: 5 } }, integrations);
    expect(verdict.ok ? null : verdict.rejection.code).toBe(code);
  });
});

describe('publishedHeaders', () => {
  const bytes = fc.uint8Array({ maxLength: 20 }).map((one) => Buffer.from(one));
  const text = fc.oneof(bytes, fc.string(), fc.array(bytes), fc.constantFrom(null, undefined));
  const name = fc.oneof(
    fc.string(),
    fc.constantFrom('ce_id', 'CE_ID', 'ce_', 'portico-sender', '__proto__', 'content-type'),
  );

  it("copies only the event's headers, as bytes", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, text)), (headers) => {
        const copied = publishedHeaders(Object.fromEntries(headers) as never);
        for (const [key, one] of Object.entries(copied)) {
          expect(key).toMatch(/^(content-type|ce_[a-z0-9]+)$/);
          expect(Buffer.isBuffer(one)).toBe(true);
        }
      }),
    );
    expect(publishedHeaders({ ce_id: 'a', 'content-type': Buffer.from('b'), 'portico-sender': '5' })).toEqual({
      ce_id: Buffer.from('a'),
      'content-type': Buffer.from('b'),
    });
  });
});
