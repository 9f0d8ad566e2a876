import type { TestEvent } from '@portico/contracts/http/test-events';

/** A valid event, published with a test key of Northwind's integration 3. */
export const testEventOf = (offset: number, change: Partial<TestEvent> = {}): TestEvent => ({
  id: `0-${offset}-1767225600000`,
  published_at: '2026-01-01T00:00:00.000Z',
  integration_id: 3,
  integration: 'Payroll 3',
  organization: 'Northwind',
  event_id: `test-${offset}`,
  rejection: null,
  event: {
    event_name: `payrun.tried.${offset}`,
    source_type: 'payroll',
    timestamp: '2026-01-01T00:00:00.000Z',
    result: 'SUCCESS',
    severity_text: 'INFO',
    message: `Try ${offset}`,
  },
  value: `{"id":"test-${offset}","details":{"message":"Try ${offset}","sum":1.0}}`,
  ...change,
});

/** A test event that was rejected because of an invalid result. */
export const rejectedTestOf = (offset: number, change: Partial<TestEvent> = {}): TestEvent =>
  testEventOf(offset, {
    event: null,
    rejection: { code: 'invalid_field', reason: 'result should be SUCCESS or FAILURE', pointer: '/result' },
    value: `{"id":"test-${offset}","result":"PERHAPS"}`,
    ...change,
  });
