import { PAGE_SIZE } from '@portico/contracts/common/page';
import type { Usertype } from '@portico/contracts/common/roles';
import { MAX_INTEGRATION_NAMES } from '@portico/contracts/http/event-integrations';
import type { EventRow } from '@portico/contracts/http/events';
import type { Config, User } from '@portico/contracts/http/identity';
import { NO_DERIVED } from '@portico/contracts/query/fields';
import { matchingRows } from './matches-query.ts';

export const CONFIG: Config = {
  identityProvider: { audience: 'portico-api', tenantUrl: 'https://login.test/', clientId: 'console' },
  productName: 'Acme Connect',
  supportEmail: 'help@acme.test',
  approvalFlow: true,
  recaptcha: null,
};

export const userOf = (usertype: Usertype): User => ({
  id: 7,
  name: 'Ada Lovelace',
  email: 'ada@acme.test',
  phone: null,
  addressLine1: null,
  addressLine2: null,
  city: null,
  state: null,
  zipCode: null,
  country: null,
  description: null,
  categories: null,
  usertype,
  createdAt: '2026-01-01T00:00:00.000Z',
});

/** The event at `offset`, one second after the event at the previous offset. */
export const eventAt = (offset: number, change: Partial<EventRow> = {}): EventRow => ({
  id: `event-${offset}`,
  source_id: 3,
  organization_id: 4,
  integration: 'Payroll',
  organization: 'Northwind',
  source_type: 'payroll',
  event_name: `payrun.${offset}`,
  timestamp: new Date(Date.UTC(2026, 0, 1) + offset * 1000).toISOString(),
  result: 'SUCCESS',
  severity_text: 'INFO',
  trace_id: offset.toString(16).padStart(32, '0'),
  ...NO_DERIVED,
  details: { message: `Run ${offset} is done` },
  position: { partition: 0, offset },
  sender_proven: true,
  published_at: new Date(Date.UTC(2026, 0, 1) + offset * 1000 + 40).toISOString(),
  stored_at: new Date(Date.UTC(2026, 0, 1) + offset * 1000 + 290).toISOString(),
  ...change,
});

export const matchingEvents = (rows: readonly EventRow[], query: URLSearchParams): EventRow[] => {
  const { from, to, organizations } = Object.fromEntries(query);
  return matchingRows(rows, query).filter(
    (row) =>
      (from === undefined || row.timestamp >= from) &&
      (to === undefined || row.timestamp < to) &&
      (organizations === undefined || organizations.split(',').includes(String(row.organization_id))),
  );
};

/** The cursor after the last of these rows. `rows` are in order of arrival. */
export const cursorOf = (rows: readonly EventRow[]): string => (rows.length === 0 ? '' : `0:${rows.length - 1}`);

/** Names of integrations in the server's order. */
export const integrationsOf = (rows: readonly EventRow[]): string[] =>
  [...new Set(rows.flatMap(({ integration }) => integration ?? []))].toSorted((a, b) => a.localeCompare(b));

/** The server's response: one page of the matching rows, newest first, and their count. */
export const listOf = (rows: readonly EventRow[], query: URLSearchParams) => {
  const matching = matchingEvents(rows, query).toReversed();
  const offset = Number(query.get('offset') ?? 0);
  const integrations = integrationsOf(rows);
  return {
    data: matching.slice(offset, offset + Number(query.get('limit') ?? PAGE_SIZE)),
    count: matching.length,
    countIsExact: true,
    integrations: integrations.slice(0, MAX_INTEGRATION_NAMES),
    integrationsAreComplete: integrations.length <= MAX_INTEGRATION_NAMES,
    integrationCount: integrations.length,
    cursor: cursorOf(rows),
  };
};
