import { describe, expect, it } from '@jest/globals';
import { IntegrationEvent } from './integration-event.ts';

const EVENT = {
  id: 'the publisher chose this',
  source_id: 1,
  organization_id: 7,
  source_type: 'payroll',
  event_name: 'payrun.completed',
  timestamp: '2026-03-01T12:00:00Z',
  result: 'SUCCESS',
  severity_text: 'INFO',
  trace_id: '0123456789abcdef0123456789abcdef',
  details: { message: 'Paid 12 employees' },
};
const takes = (change: object) => IntegrationEvent.safeParse({ ...EVENT, ...change }).success;

describe('the schema of an integration event', () => {
  // spec: 3.14
  it.each(Object.keys(EVENT))('requires %s', (name) => {
    expect([takes({}), takes({ [name]: undefined })]).toEqual([true, false]);
  });

  // spec: 3.15, 4.35
  it('accepts only SUCCESS and FAILURE as a result', () => {
    expect(['SUCCESS', 'FAILURE', 'success', 'OK', ''].filter((result) => takes({ result }))).toEqual([
      'SUCCESS',
      'FAILURE',
    ]);
  });

  // spec: D.37
  it('requires an OpenTelemetry severity, numeric ids, and a trace id of 32 hex digits', () => {
    const severities = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];
    const others = ['info', 'WARNING', 'CRITICAL', ''];
    expect([...severities, ...others].filter((severity_text) => takes({ severity_text }))).toEqual(severities);
    for (const name of ['source_id', 'organization_id'])
      expect([1, '1', 1.5, null].map((id) => takes({ [name]: id }))).toEqual([true, false, false, false]);
    const digits = 'a'.repeat(31);
    expect([`${digits}f`, `${digits}g`, digits, `${digits}ff`].map((trace_id) => takes({ trace_id }))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  // spec: D.52
  it('accepts any nonempty string as an id, and rejects numbers', () => {
    expect(['run 7/é', 'x'.repeat(128), 7, ''].map((id) => takes({ id }))).toEqual([true, true, false, false]);
  });
});
