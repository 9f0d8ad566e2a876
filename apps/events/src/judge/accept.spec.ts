import { NO_DERIVED } from '@portico/contracts/query/fields';
import { describe, expect, it } from '@jest/globals';
import { INTEGRATION_EVENT_TYPE, MAX_EVENT_BYTES } from '@portico/contracts/events/integration-event';
import type { IntegrationState } from '@portico/contracts/events/integrations';
import fc from 'fast-check';
import { accept, type Integrations, mayChange, type Sender } from './accept.ts';
import type { Headers } from './cloud-event.ts';

const integration = (id: number, changes: Partial<IntegrationState> = {}): IntegrationState => ({
  id,
  version: 1,
  deletedAt: null,
  name: `integration ${id}`,
  active: true,
  organizationId: 7,
  ...changes,
});
const known = new Map(
  [1, 2, 3].map((id) => [id, integration(id, { active: id !== 2, organizationId: id === 3 ? null : 7 })]),
);
const integrations: Integrations = { integration: (id) => known.get(id) };

const event = {
  id: 'evt-1',
  source_id: 1,
  organization_id: 7,
  source_type: 'payroll',
  event_name: 'payrun.completed',
  timestamp: '2026-03-01T12:00:00.5+02:00',
  result: 'SUCCESS',
  severity_text: 'INFO',
  trace_id: '0123456789abcdef0123456789abcdef',
  details: { message: 'Paid 12 employees', payrun: { id: 5 } },
};
const envelope = { specversion: '1.0', id: 'ce-1', source: '/payroll', type: INTEGRATION_EVENT_TYPE };
const DAY = 24 * 60 * 60 * 1_000;
const arrivedAt = Date.UTC(2026, 2, 1, 10, 0, 2);
const judge = (value: unknown, headers: Headers = {}) =>
  accept(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), headers, integrations, arrivedAt);
const rejectionOf = (value: unknown, headers: Headers = {}) => {
  const verdict = judge(value, headers);
  return verdict.ok ? null : verdict.rejection;
};

describe('accept', () => {
  // spec: 3.14
  it('returns a plain JSON event with its timestamp in UTC and its details unchanged', () => {
    const moment = Date.UTC(2026, 2, 1, 10, 0, 0, 500);
    const utc = { ...event, timestamp: new Date(moment).toISOString() };
    const details = JSON.stringify(event.details);
    expect(judge(event)).toEqual({ ok: true, event: utc, moment, details, derived: NO_DERIVED, hasOwnTime: true });
  });

  it('drops fields outside the contract', () => {
    expect(judge({ ...event, extra: 1 })).toEqual(judge(event));
  });

  // spec: 3.14, 3.15
  it.each([
    ['an empty value', '', 'not_json', ''],
    ['a value that is not JSON', '{"id":', 'not_json', ''],
    ['an array', [event], 'not_an_object', ''],
    ['null', 'null', 'not_an_object', ''],
    ['a missing field', { ...event, event_name: undefined }, 'invalid_field', '/event_name'],
    ['a timestamp without an offset', { ...event, timestamp: '2026-03-01T12:00:00' }, 'invalid_field', '/timestamp'],
    ['a timestamp on February 30', { ...event, timestamp: '2026-02-30T12:00:00Z' }, 'invalid_field', '/timestamp'],
    ['a timestamp in the year 9999', { ...event, timestamp: '9999-01-01T00:00:00Z' }, 'invalid_field', '/timestamp'],
    ['an unknown result', { ...event, result: 'OK' }, 'invalid_field', '/result'],
    ['a message that is not text', { ...event, details: { message: 1 } }, 'invalid_field', '/details/message'],
    ['a lone surrogate', { ...event, details: { message: '\ud83d' } }, 'invalid_field', '/details/message'],
    ['an id that is not valid text', { ...event, id: '\udc00' }, 'invalid_field', '/id'],
    ['an unknown integration', { ...event, source_id: 9 }, 'unknown_integration', '/source_id'],
    ['an inactive integration', { ...event, source_id: 2 }, 'inactive_integration', '/source_id'],
    ['a wrong organization', { ...event, organization_id: 8 }, 'wrong_organization', '/organization_id'],
    ['an integration without an organization', { ...event, source_id: 3 }, 'wrong_organization', '/organization_id'],
  ])('rejects %s', (_, value, code, pointer) => {
    expect(rejectionOf(value)).toMatchObject({ code, pointer, reason: expect.stringMatching(/\w/) });
  });

  it('describes the fault in a sentence', () => {
    expect(rejectionOf({ ...event, trace_id: 'x' })?.reason).toBe('trace_id should be 32 lower-case hex digits');
    expect(rejectionOf({ ...event, id: undefined })?.reason).toBe('id is required');
  });

  it('reports a JSON syntax error with its location', () => {
    expect(rejectionOf('{"id":')?.reason).toBe('the value is not JSON: it is incomplete');
    expect(rejectionOf('{"id": 1,\n "x"; 2}')?.reason).toBe('the value is not JSON: see line 2, column 5');
    expect(rejectionOf('nonsense')?.reason).toBe('the value is not JSON');
  });

  it('rejects bytes over the limit, and bytes that are not UTF-8', () => {
    expect(rejectionOf('x'.repeat(MAX_EVENT_BYTES + 1))).toMatchObject({ code: 'too_large' });
    expect(accept(Buffer.from([0x7b, 0xff, 0x7d]), {}, integrations, 0)).toMatchObject({
      rejection: { code: 'not_json' },
    });
    expect(accept(null, {}, integrations, 0)).toMatchObject({ rejection: { code: 'not_json' } });
  });

  it.each([
    ['exactly 90 days old', -90 * DAY, null],
    ['more than 90 days old', -90 * DAY - 1, 'too_old'],
    ['exactly five minutes ahead', 300_000, null],
    ['more than five minutes ahead', 300_001, 'in_the_future'],
  ])('compares a timestamp that is %s with the arrival time', (_, distance, code) => {
    const rejection = rejectionOf({ ...event, timestamp: new Date(arrivedAt + distance).toISOString() });
    expect(rejection?.code ?? null).toBe(code);
    if (rejection)
      expect(rejection).toMatchObject({ pointer: '/timestamp', reason: expect.stringMatching(/^timestamp/) });
  });

  it('rejects details that are nested too deeply', () => {
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    const value = JSON.stringify(event).replace('{"id":5}', deep);
    expect(rejectionOf(value)).toMatchObject({ code: 'invalid_field', pointer: '/details' });
  });

  it('marks rejections that could change after an update of the integration', () => {
    expect(mayChange(judge({ ...event, source_id: 9 }))).toBe(true);
    expect(mayChange(judge({ ...event, result: 'OK' }))).toBe(false);
    expect(mayChange(judge(event))).toBe(false);
  });

  it('rejects random bytes without throwing', () => {
    const anyValue = fc.oneof(
      fc.json(),
      fc.string(),
      fc.json().map((json) => `{"specversion":"1.0","data":${json}}`),
    );
    fc.assert(
      fc.property(
        anyValue,
        fc.dictionary(fc.constantFrom('ce_specversion', 'ce_id', 'content-type'), fc.string()),
        (text, headers) => {
          expect(accept(Buffer.from(text), headers, integrations, arrivedAt).ok).toBe(false);
        },
      ),
    );
  });
});

describe('accept with a sender', () => {
  const OTHERS = { ...event, source_id: 3 };
  // spec: D.79
  it.each<[string, IntegrationState['trust'], Sender, object, Headers, string | null]>([
    ["accepts an event from its integration's own door with any trust", 'enforce', 1, event, {}, null],
    ["rejects an event from another integration's door", 'open', 1, OTHERS, {}, 'not_your_integration'],
    ['rejects an event from an unknown door', 'open', 0, event, {}, 'not_your_integration'],
    ['accepts an event from the shared topic with trust open', 'open', null, event, {}, null],
    ['accepts an event from the shared topic with trust observe', 'observe', null, event, {}, null],
    ['accepts an event from the shared topic without a trust setting', undefined, null, event, {}, null],
    ['rejects an event from the shared topic with trust enforce', 'enforce', null, event, {}, 'use_your_own_door'],
    ['accepts an event with trust enforce before its door is known', 'enforce', undefined, event, {}, null],
  ])('%s', (_, trust, sender, value, headers, code) => {
    const trusted = { integration: (id: number) => integration(id, { ...(trust && { trust }) }) };
    const verdict = accept(Buffer.from(JSON.stringify(value)), headers, trusted, arrivedAt, sender);
    expect(verdict.ok ? null : verdict.rejection.code).toBe(code);
  });

  it('points to the integration, and marks the rejection as one that may change', () => {
    const closed = { integration: (id: number) => integration(id, { trust: 'enforce' }) };
    const verdict = accept(Buffer.from(JSON.stringify({ ...envelope, data: event })), {}, closed, arrivedAt, null);
    expect(verdict).toMatchObject({
      rejection: { pointer: '/data/source_id', reason: expect.stringContaining('key') },
    });
    expect(mayChange(verdict)).toBe(true);
  });
});

describe('accept with CloudEvents', () => {
  it('accepts the structured mode, by header or by specversion', () => {
    expect(
      judge({ ...envelope, data: event }, { 'content-type': 'application/cloudevents+json; charset=utf-8' }),
    ).toEqual(judge(event));
    expect(judge({ ...envelope, data: event })).toEqual(judge(event));
  });

  it('accepts the binary mode', () => {
    const headers = {
      ce_specversion: Buffer.from('1.0'),
      ce_id: Buffer.from('ce-1'),
      ce_source: Buffer.from('/payroll'),
      ce_type: Buffer.from(INTEGRATION_EVENT_TYPE),
      'content-type': Buffer.from('application/json'),
    };
    expect(judge(event, headers)).toEqual(judge(event));
    expect(judge(event, { ...headers, ce_subject: Buffer.from('é') })).toMatchObject({ derived: { subject: 'é' } });
    expect(rejectionOf(event, { ...headers, ce_type: '' })).toMatchObject({
      code: 'invalid_cloud_event',
      reason: 'header ce_type should not be empty',
      pointer: '',
    });
  });

  it('uses the subject of the envelope, or by default the subject in the details', () => {
    const about = (subject: unknown) => ({ ...event, details: { ...event.details, subject } });
    expect(judge({ ...envelope, subject: 'order 8', data: about('order 7') })).toMatchObject({
      derived: { subject: 'order 8' },
    });
    expect(judge(about('x'.repeat(128)))).toMatchObject({ derived: { subject: 'x'.repeat(128) } });
    for (const none of ['x'.repeat(129), '', 7, null, { id: 7 }, 'a\0b', '\ud83d']) {
      expect(judge(about(none))).toMatchObject({ ok: true, derived: { subject: '' } });
      expect(judge({ ...envelope, subject: none, data: about('order 7') })).toMatchObject({
        derived: { subject: 'order 7' },
      });
    }
  });

  it('uses the id of the data, or of the envelope if the data has none', () => {
    const { id: _, ...anonymous } = event;
    expect(judge({ ...envelope, data: event })).toMatchObject({ event: { id: 'evt-1' } });
    expect(judge({ ...envelope, data: anonymous })).toMatchObject({ event: { id: 'ce-1' } });
  });

  it.each([
    ['an unsupported version', { ...envelope, specversion: '0.3', data: event }, 'invalid_cloud_event', '/specversion'],
    ['no source', { ...envelope, source: '', data: event }, 'invalid_cloud_event', '/source'],
    ['no type', { ...envelope, type: '', data: event }, 'invalid_cloud_event', '/type'],
    ['no data', envelope, 'invalid_cloud_event', '/data'],
    [
      'data in an unsupported format',
      { ...envelope, datacontenttype: 'text/xml', data: event },
      'invalid_cloud_event',
      '/datacontenttype',
    ],
    ['a fault in its data', { ...envelope, data: { ...event, result: 'OK' } }, 'invalid_field', '/data/result'],
    [
      'an invalid nested field in its data',
      { ...envelope, data: { ...event, details: {} } },
      'invalid_field',
      '/data/details/message',
    ],
    [
      'an unknown integration in its data',
      { ...envelope, data: { ...event, source_id: 9 } },
      'unknown_integration',
      '/data/source_id',
    ],
  ])('rejects a CloudEvent with %s', (_, value, code, pointer) => {
    expect(rejectionOf(value)).toMatchObject({ code, pointer });
  });

  it('rejects a message that contains a batch of CloudEvents', () => {
    expect(rejectionOf([event], { 'content-type': 'application/cloudevents-batch+json' })).toMatchObject({
      code: 'invalid_cloud_event',
    });
  });
});
