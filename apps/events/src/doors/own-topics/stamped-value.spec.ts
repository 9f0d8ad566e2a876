import { describe, expect, it } from '@jest/globals';
import { stampedValue } from './stamped-value.ts';

const FIELDS = { source_id: 7, organization_id: 3 };
const valueOf = (text: string, headers = {}) => stampedValue({ value: Buffer.from(text), headers }, FIELDS);

describe("a value from an integration's own topic", () => {
  it('gets missing ids, and keeps every other byte', () => {
    expect(String(valueOf(' { "id":"a",  "details":{"n":1.0} }\n'))).toBe(
      ' {"source_id":7,"organization_id":3, "id":"a",  "details":{"n":1.0} }\n',
    );
    expect(String(valueOf('{"source_id":9}'))).toBe('{"organization_id":3,"source_id":9}');
  });

  it('gets missing ids in `data` of a structured CloudEvent, and at the top level of a binary CloudEvent', () => {
    expect(String(valueOf('{"specversion":"1.0","data":{"id":"a"}}'))).toBe(
      '{"specversion":"1.0","data":{"source_id":7,"organization_id":3,"id":"a"}}',
    );
    const binary = { ce_specversion: Buffer.from('1.0'), ce_id: Buffer.from('a') };
    expect(String(valueOf('{"specversion":"1.0"}', binary))).toBe(
      '{"source_id":7,"organization_id":3,"specversion":"1.0"}',
    );
  });

  it.each([
    ['not JSON', Buffer.from('{"id":')],
    ['an array', Buffer.from('[{"id":"a"}]')],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
    ['too long', Buffer.from(`{"id":"${'x'.repeat(70_000)}"}`)],
    ['already complete', Buffer.from('{"source_id":1,"organization_id":1}')],
    ['null', null],
  ])('stays unchanged if it is %s', (_, value) => {
    expect(stampedValue({ value, headers: {} }, FIELDS)).toBe(value);
  });
});
