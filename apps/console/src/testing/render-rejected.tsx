import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RejectedEvent, RejectedEventContent, RejectedSummary } from '@portico/contracts/http/rejected-events';
import type { Answer } from './fake-network.ts';
import { causeOf, rejectedOf } from './rejected-event.ts';
import { renderConsole } from './render-console.tsx';

export const EVENT = {
  id: 'evt-1',
  source_id: 7,
  organization_id: 4,
  source_type: 'payroll',
  event_name: 'payrun.completed',
  timestamp: '2026-01-01T00:00:00.000Z',
  result: 'PERHAPS',
  severity_text: 'INFO',
  trace_id: '0'.repeat(32),
  details: { message: 'Paid' },
};
export const contentOf = (
  rejected: RejectedEvent,
  change: Partial<RejectedEventContent> = {},
): RejectedEventContent => ({
  ...rejected,
  topic: 'integration.events.v1',
  key: '1',
  headers: {},
  value: JSON.stringify(EVENT),
  base64: btoa(JSON.stringify(EVENT)),
  isText: true,
  isWhole: true,
  ...change,
});
export const SUMMARY: RejectedSummary[] = [
  {
    integration_id: 7,
    integration: 'payroll',
    organization: 'Northwind',
    count: 1_234,
    reasons: [{ code: 'invalid_field', count: 1_234 }],
    last_at: '2026-01-01T00:00:00.000Z',
    days: Array.from({ length: 30 }, (_, day) => day),
  },
  {
    integration_id: null,
    integration: null,
    organization: null,
    count: 2,
    reasons: [{ code: 'not_json', count: 2 }],
    last_at: '2026-01-01T00:00:00.000Z',
    days: Array.from({ length: 30 }, () => 0),
  },
];

export const showRejected = (
  api: Record<string, Answer> = {},
  rows = [rejectedOf(1), rejectedOf(2, { isListed: true })],
  query = '',
) =>
  renderConsole({
    path: `/rejected${query}`,
    usertype: 'ADMIN',
    api: {
      'GET /events/redrives': () => ({ data: [], count: 0 }),
      'GET /events/rejected': () => ({ data: rows, count: rows.length }),
      'GET /events/rejected/summary': () => ({ data: SUMMARY }),
      'GET /events/rejected/causes': () => ({ data: [causeOf()], count: 1 }),
      'GET /events/rejected/0-1-1767225600000': () => contentOf(rejectedOf(1)),
      ...api,
    },
  });
export const openRejected = async (name = 'payroll') => {
  const rows = await screen.findAllByRole('button', { name });
  const row = rows.find((button) => button.closest('tr') !== null);
  if (!row) throw new Error('there is no such row');
  await userEvent.click(row);
  return within(await screen.findByRole('dialog', { name: 'Rejected event' }));
};
export const bodyOf = ({ body }: RequestInit): unknown => JSON.parse(typeof body === 'string' ? body : 'null');
