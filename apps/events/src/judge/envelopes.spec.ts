import { describe, expect, it } from '@jest/globals';
import { INTEGRATION_EVENT_TYPE } from '@portico/contracts/events/integration-event';
import { integrationEvent } from '@portico/testkit/integration-event';
import { accept } from './accept.ts';

const MARK = '\uFEFF';
const integrations = {
  integration: (id: number) =>
    id === 1 ? { id, name: 'payroll', active: true, organizationId: 1, version: 1, deletedAt: null } : undefined,
};
const event = integrationEvent();
const judge = (value: unknown, headers = {}) =>
  accept(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), headers, integrations, Date.now());
const rejectionOf = (value: unknown) => {
  const verdict = judge(value);
  return verdict.ok ? null : verdict.rejection;
};
const envelope = (data: object) => ({
  specversion: '1.0',
  id: 'of the envelope',
  source: '/payroll',
  type: INTEGRATION_EVENT_TYPE,
  ...data,
});
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('a value with a byte order mark', () => {
  it('gets the same verdict as the value without the mark', () => {
    const text = JSON.stringify(event);
    expect(judge(`${MARK}${text}`)).toEqual(judge(text));
    expect(judge(`${MARK}${JSON.stringify(envelope({ data: event }))}`)).toEqual(judge(text));
    expect(rejectionOf(MARK)).toMatchObject({ code: 'not_json' });
    expect(rejectionOf(`${text}${MARK}`)).toMatchObject({ code: 'not_json' });
  });
});

describe('a CloudEvent with data_base64', () => {
  it('contains the event with its exact details', () => {
    const { details: _, ...rest } = event;
    const text = `${JSON.stringify(rest).slice(0, -1)},"details": {"message":"é","n": 12345678901234567890.10}}`;
    for (const written of [text, `${MARK}${text}`])
      expect(judge(envelope({ data_base64: base64(written) }))).toMatchObject({
        ok: true,
        event: { id: event.id },
        details: '{"message":"é","n": 12345678901234567890.10}',
      });
    const { id: _id, ...withoutId } = event;
    expect(judge(envelope({ data_base64: base64(JSON.stringify(withoutId)) }))).toMatchObject({
      event: { id: 'of the envelope' },
    });
  });

  it.each<[string, object, string]>([
    ['text that is not base64', { data_base64: '{"a":1}' }, 'invalid_cloud_event'],
    ['a value that is not text', { data_base64: 7 }, 'invalid_cloud_event'],
    ['base64 that is not JSON', { data_base64: base64('{"a"') }, 'invalid_cloud_event'],
    ['base64 that is not an object', { data_base64: base64('[]') }, 'invalid_cloud_event'],
    [
      'base64 that is not UTF-8',
      { data_base64: Buffer.from([0x22, 0xff, 0x22]).toString('base64') },
      'invalid_cloud_event',
    ],
    ['data in addition', { data: event, data_base64: base64(JSON.stringify(event)) }, 'invalid_cloud_event'],
    ['an invalid field', { data_base64: base64(JSON.stringify({ ...event, result: 'OK' })) }, 'invalid_field'],
    [
      'an unknown integration',
      { data_base64: base64(JSON.stringify({ ...event, source_id: 9 })) },
      'unknown_integration',
    ],
  ])('is rejected at /data_base64 if it has %s', (_, data, code) => {
    expect(rejectionOf(envelope(data))).toMatchObject({ code, pointer: '/data_base64' });
  });

  it('requires data_base64 or data', () => {
    expect(rejectionOf(envelope({}))).toMatchObject({ code: 'invalid_cloud_event', pointer: '/data' });
  });
});

describe('an event with a control character in a name', () => {
  const controls = [...Array(32).keys(), ...Array.from({ length: 33 }, (_, index) => 0x7f + index)];
  // spec: D.88
  it.each(['event_name', 'source_type'] as const)('is rejected if the name is the %s', (field) => {
    for (const code of controls)
      expect(rejectionOf({ ...event, [field]: `pay${String.fromCharCode(code)}run` })).toEqual({
        code: 'invalid_field',
        reason: `${field} should have no control characters`,
        pointer: `/${field}`,
      });
    for (const name of ['pay run', 'pay\u00a0run', '支払い', 'a\u2028b', '\u200d'])
      expect(judge({ ...event, [field]: name }).ok).toBe(true);
  });
});
