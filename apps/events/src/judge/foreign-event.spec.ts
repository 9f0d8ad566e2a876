import { describe, expect, it } from '@jest/globals';
import type { Mapping } from '@portico/contracts/events/mapping';
import { INTEGRATION_EVENT_TYPE } from '@portico/contracts/events/integration-event';
import { integrationEvent } from '@portico/testkit/integration-event';
import fc from 'fast-check';
import { accept, type Sender } from './accept.ts';
import type { Headers } from './cloud-event.ts';

const NOW = Date.UTC(2026, 10, 28, 9);
const integrations = {
  integration: (id: number) =>
    id > 3
      ? undefined
      : {
          id,
          name: 'payroll',
          active: id !== 2,
          organizationId: id === 3 ? null : 10 + id,
          version: 1,
          deletedAt: null,
        },
};
const judge = (value: unknown, headers: Headers = {}, sender: Sender = 1) =>
  accept(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), headers, integrations, NOW, sender);

const cloudEvent = (more: object = {}) => ({
  specversion: '1.0',
  id: 'A-1',
  source: '/orders/eu',
  type: 'order.shipped',
  time: '2026-11-28T08:59:00Z',
  data: { order: 7 },
  ...more,
});
const accepted = (more: object = {}) => {
  const verdict = judge(cloudEvent(more));
  if (!verdict.ok) throw new Error(verdict.rejection.reason);
  return verdict;
};
const rejectionOf = (more: object, sender: Sender = 1) => {
  const verdict = judge(cloudEvent(more), {}, sender);
  return verdict.ok ? null : verdict.rejection;
};

describe('a CloudEvent of another producer', () => {
  it('becomes an event of the sending integration', () => {
    const { event, derived } = accepted({
      subject: 'order 7',
      environment: 'production',
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    });
    expect(event).toEqual({
      id: 'A-1',
      source_id: 1,
      organization_id: 11,
      source_type: '/orders/eu',
      event_name: 'order.shipped',
      timestamp: '2026-11-28T08:59:00.000Z',
      result: 'SUCCESS',
      severity_text: 'INFO',
      trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
      details: { message: 'order.shipped: order 7', order: 7 },
    });
    expect(derived).toMatchObject({ subject: 'order 7', environment: 'production' });
  });

  it('becomes the same event in binary mode', () => {
    const { specversion, data, ...attributes } = cloudEvent({ subject: 'Köln' });
    const headers = Object.fromEntries(
      Object.entries({ specversion, ...attributes }).map(([name, text]) => [`ce_${name}`, Buffer.from(text)]),
    );
    expect(judge(data, headers)).toEqual(accepted({ subject: 'Köln' }));
  });

  it.each<[string, unknown, string]>([
    ['an object', { a: 1 }, '{"message":"order.shipped","a":1}'],
    ['an empty object', {}, '{"message":"order.shipped"}'],
    ['an object with a message', { message: 'Sent', a: 1 }, '{"message":"Sent","a":1}'],
    ['an object whose message is not text', { message: 7 }, '{"message":"order.shipped","data":{"message":7}}'],
    ['a list', [1, 2], '{"message":"order.shipped","data":[1,2]}'],
    ['a number', 1.5, '{"message":"order.shipped","data":1.5}'],
    ['a string', 'Sent', '{"message":"Sent"}'],
    ['null', null, '{"message":"order.shipped"}'],
    ['an envelope without data', undefined, '{"message":"order.shipped"}'],
  ])('preserves data in the form of %s', (_, data, details) => {
    expect(accepted({ data }).details).toBe(details);
  });

  it('preserves the spelling of numbers and the blanks in its data', () => {
    const text = JSON.stringify(cloudEvent()).replace('{"order":7}', '{ "n": 12345678901234567890.10,"a":[1 , 2] }');
    expect(judge(text)).toMatchObject({
      details: '{"message":"order.shipped","n": 12345678901234567890.10,"a":[1 , 2]}',
    });
  });

  it('preserves base64 data: JSON as JSON, other bytes unchanged', () => {
    const base64 = (text: string) => ({ data: undefined, data_base64: Buffer.from(text, 'latin1').toString('base64') });
    expect(accepted(base64('{"a":1}')).details).toBe('{"message":"order.shipped","a":1}');
    expect(accepted(base64('\xff<xml>')).details).toBe('{"message":"order.shipped","data_base64":"/zx4bWw+"}');
  });

  it.each<[object, string, string]>([
    [{ result: 'failure' }, 'FAILURE', 'ERROR'],
    [{ result: 'FAILURE', severitytext: 'warn' }, 'FAILURE', 'WARN'],
    [{ data: { result: 'FAILURE', severity_text: 'FATAL' } }, 'FAILURE', 'FATAL'],
    [{ data: { result: 'ok', severity_text: 3 } }, 'SUCCESS', 'INFO'],
    [{ severitytext: 'DEBUG', data: { severity_text: 'FATAL' } }, 'SUCCESS', 'DEBUG'],
  ])('has, with the fields %j, the result %s and the severity %s', (more, result, severity_text) => {
    expect(accepted(more).event).toMatchObject({ result, severity_text });
  });

  it('gets its arrival time and a new trace if it has no time and no trace', () => {
    const { event } = accepted({ time: undefined });
    expect(event.timestamp).toBe(new Date(NOW).toISOString());
    expect(accepted().event.trace_id).toBe(event.trace_id);
    expect(accepted({ id: 'A-2' }).event.trace_id).not.toBe(event.trace_id);
    expect(accepted({ source: '/orders/us' }).event.trace_id).not.toBe(event.trace_id);
  });

  it('keeps the last characters of a long source', () => {
    const { event } = accepted({ source: `/subscriptions/${'0'.repeat(80)}/storage` });
    expect(event.source_type).toHaveLength(64);
    expect(event.source_type).toMatch(/^…0+\/storage$/);
    expect(accepted({ source: `${'😀'.repeat(40)}a` }).event.source_type.isWellFormed()).toBe(true);
  });

  it('becomes the event in its data if the data is a Portico event', () => {
    const event = integrationEvent({ source_id: 1, organization_id: 11, timestamp: '2026-11-28T08:00:00.000Z' });
    expect(accepted({ data: event }).event).toEqual(event);
    const own = judge({ ...cloudEvent({ data: event }), type: INTEGRATION_EVENT_TYPE });
    expect(own).toMatchObject({ ok: true, event });
  });

  it('must name its integration on the shared topic', () => {
    expect(judge(cloudEvent({ sourceid: 1 }), {}, null)).toMatchObject({ ok: true, event: { organization_id: 11 } });
    expect(rejectionOf({}, null)).toMatchObject({ code: 'invalid_field', pointer: '/sourceid' });
    expect(rejectionOf({ sourceid: 9 }, null)).toMatchObject({ code: 'unknown_integration' });
    expect(rejectionOf({ sourceid: 1, organizationid: 12 }, null)).toMatchObject({
      code: 'wrong_organization',
      pointer: '/organizationid',
    });
  });

  it.each<[string, object, string, string, Sender?]>([
    ['a time that is not a timestamp', { time: 'now' }, 'invalid_field', '/time'],
    ['an old time', { time: '2020-01-01T00:00:00Z' }, 'too_old', '/time'],
    ['a time in the future', { time: '2026-11-29T00:00:00Z' }, 'in_the_future', '/time'],
    ['a type that is too long', { type: 'a'.repeat(129) }, 'invalid_field', '/type'],
    ['a control character in its type', { type: 'a\u0000' }, 'invalid_field', '/type'],
    ['an unknown result', { result: 'maybe' }, 'invalid_field', '/result'],
    ['an unknown severity', { severitytext: 'LOUD' }, 'invalid_field', '/severitytext'],
    ['a message that is too long', { data: { message: 'a'.repeat(40_000) } }, 'invalid_field', '/data/message'],
    ['no id', { id: '' }, 'invalid_cloud_event', '/id'],
    ['an id that is too long', { id: 'a'.repeat(129) }, 'invalid_field', '/id'],
    ['no source', { source: undefined }, 'invalid_cloud_event', '/source'],
    ['an unsupported version', { specversion: '0.3' }, 'invalid_cloud_event', '/specversion'],
    ['data that is not base64', { data: undefined, data_base64: '{}' }, 'invalid_cloud_event', '/data_base64'],
    ['both data and base64 data', { data_base64: 'e30=' }, 'invalid_cloud_event', '/data_base64'],
    ['an inactive integration', {}, 'inactive_integration', '/sourceid', 2],
    ['an integration without an organization', {}, 'wrong_organization', '', 3],
    [
      'another integration in its data',
      { data: { source_id: 3, details: { message: '' } } },
      'not_your_integration',
      '/data/source_id',
    ],
  ])('is rejected with %s', (_, more, code, pointer, sender = 1) => {
    expect(rejectionOf(more, sender)).toMatchObject({ code, pointer });
  });

  it('is rejected with the name of the wrong header in binary mode', () => {
    const headers = {
      ce_specversion: '1.0',
      ce_id: 'A-1',
      ce_source: '/orders',
      ce_type: 'order.shipped',
      ce_time: 'now',
    };
    const verdict = judge({ order: 7 }, headers);
    expect(verdict).toMatchObject({ ok: false, rejection: { code: 'invalid_field', pointer: '' } });
    expect(verdict.ok ? '' : verdict.rejection.reason).toMatch(/^header ce_time: /);
    expect(judge({ message: 'a'.repeat(40_000) }, { ...headers, ce_time: '2026-11-28T08:59:00Z' })).toMatchObject({
      rejection: { pointer: '/message' },
    });
  });

  it('is accepted with any data, preserves all data, and gets the same verdict each time', () => {
    const anyData = fc.json({ maxDepth: 4 }).map((text) => text.trim());
    fc.assert(
      fc.property(anyData, fc.option(fc.string({ maxLength: 20 })), (text, subject) => {
        const { data: _, ...rest } = cloudEvent(subject === null ? {} : { subject });
        const value = `${JSON.stringify(rest).slice(0, -1)},"data":${text}}`;
        const verdict = judge(value);
        const json: unknown = JSON.parse(text);
        const isForm = typeof json === 'object' && json !== null && 'details' in json;
        fc.pre(!isForm);
        expect(verdict.ok).toBe(true);
        if (!verdict.ok) return;
        expect(JSON.parse(verdict.details)).toEqual(verdict.event.details);
        const { message: _message, ...details } = verdict.event.details;
        if (Array.isArray(json) || typeof json === 'number' || typeof json === 'boolean')
          expect(details).toEqual({ data: json });
        else if (typeof json === 'object' && json !== null)
          expect([{ ...details }, { ...verdict.event.details }, details['data']]).toContainEqual(json);
        expect(judge(value)).toEqual(verdict);
      }),
      { numRuns: 500 },
    );
  });

  it('preserves all data with any mapping of its integration', () => {
    const fields = fc.constantFrom('name', 'message', 'subject', 'id', 'time');
    const anyMapping = fc.dictionary(fields, fc.constantFrom('/message', '/a', '/a/0', '/a/b', '/data', '/none'));
    const member = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.string(),
      fc.constantFrom('2026-11-28T08:00:00Z', 1_795_852_800),
    );
    const anyData = fc.oneof(
      fc.dictionary(fc.constantFrom('message', 'a', 'b', 'data'), member, { maxKeys: 4 }),
      fc.jsonValue({ maxDepth: 2 }),
    );
    const read = (data: unknown, mapping: Mapping) =>
      accept(
        Buffer.from(JSON.stringify(cloudEvent({ data }))),
        {},
        { integration: (id) => ({ ...integrations.integration(id)!, mapping }) },
        NOW,
        1,
      );
    fc.assert(
      fc.property(anyData, anyMapping, (data, mapping) => {
        const verdict = read(data, mapping);
        if (!verdict.ok) return expect(verdict.rejection.pointer).toMatch(/^\/data\//);
        const { details } = verdict.event;
        expect(JSON.parse(verdict.details)).toEqual(details);
        const { message, ...rest } = details;
        const wanted = JSON.parse(JSON.stringify(data)) as unknown;
        const isEmpty = wanted === null || (typeof wanted === 'object' && Object.keys(wanted).length === 0);
        if (!isEmpty) expect([{ ...details }, { ...rest }, rest['data'], message]).toContainEqual(wanted);
      }),
      { numRuns: 500 },
    );
  });
});
