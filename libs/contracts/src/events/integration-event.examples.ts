import { INTEGRATION_EVENT_TYPE, type IntegrationEvent, type RejectionCode } from './integration-event.ts';

/** A published event and its result, if integration 1 of organization 1 exists. */
type Example = {
  name: string;
  summary: string;
  /** Headers of the Kafka record. */
  headers: Readonly<Record<string, string>>;
  /** Value of the Kafka record, which is sent as JSON. */
  payload: unknown;
  verdict: 'accepted' | RejectionCode;
};

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';

/** Examples of the published contract, which also run as tests. They use `now`, because old timestamps are rejected. */
export function integrationEventExamples(now: Date): readonly Example[] {
  const event: IntegrationEvent = {
    id: 'payroll-7f9c2ba4',
    source_id: 1,
    organization_id: 1,
    source_type: 'payroll',
    event_name: 'payrun.completed',
    timestamp: now.toISOString(),
    result: 'SUCCESS',
    severity_text: 'INFO',
    trace_id: TRACE_ID,
    details: { message: '42 payslips sent', payrun: { id: 1204, employees: 42 } },
  };
  const failure = { ...event, id: 'payroll-7f9c2ba5', result: 'FAILURE', severity_text: 'ERROR' } as const;
  const attributes = { specversion: '1.0', id: event.id, source: '/payroll', type: INTEGRATION_EVENT_TYPE };
  const structured = { 'content-type': 'application/cloudevents+json; charset=utf-8' };
  const { id: _, ...withoutId } = event;
  return [
    { name: 'success', summary: 'Something went well', headers: {}, payload: event, verdict: 'accepted' },
    {
      name: 'failure',
      summary: 'Something failed, and the message says why',
      headers: {},
      payload: { ...failure, details: { message: 'The bank refused the file: account 4411 is closed' } },
      verdict: 'accepted',
    },
    {
      name: 'structured',
      summary: 'The same as a CloudEvent in structured mode',
      headers: structured,
      payload: { ...attributes, datacontenttype: 'application/json', time: event.timestamp, data: event },
      verdict: 'accepted',
    },
    {
      name: 'binary',
      summary: 'The same as a CloudEvent in binary mode; an id in the envelope alone is enough',
      headers: Object.fromEntries(Object.entries(attributes).map(([name, text]) => [`ce_${name}`, text])),
      payload: withoutId,
      verdict: 'accepted',
    },
    {
      name: 'wrong-result',
      summary: 'A result that is neither SUCCESS nor FAILURE',
      headers: {},
      payload: { ...event, result: 'OK' },
      verdict: 'invalid_field',
    },
    {
      name: 'unknown-integration',
      summary: 'An integration that does not exist',
      headers: {},
      payload: { ...event, source_id: 999_999 },
      verdict: 'unknown_integration',
    },
    {
      name: 'wrong-organization',
      summary: "Another organization's integration",
      headers: {},
      payload: { ...event, organization_id: 2 },
      verdict: 'wrong_organization',
    },
    {
      name: 'batch',
      summary: 'A batch of CloudEvents: publish them one by one',
      headers: { 'content-type': 'application/cloudevents-batch+json' },
      payload: [{ ...attributes, data: event }],
      verdict: 'invalid_cloud_event',
    },
  ];
}
