import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ListedAuditEntry } from '@portico/contracts/http/audit';
import { NORTHWIND } from '../../testing/organization.ts';
import { renderConsole } from '../../testing/render-console.tsx';

const entryOf = (number: number, entry: Partial<ListedAuditEntry> = {}): ListedAuditEntry => ({
  id: `01a22311-3362-71a1-9a6b-96630${String(number).padStart(7, '0')}`,
  time: '2026-11-21T10:00:00.000Z',
  organizations: [4],
  shares: [],
  actor: { kind: 'user', id: 9, email: 'maria@portico.test', role: 'ADMIN' },
  channel: 'console',
  service: 'orgs',
  action: 'organization.update',
  targets: ['organization:4'],
  outcome: 'done',
  reason: null,
  rows: null,
  question: null,
  requestId: null,
  address: '10.0.0.0/24',
  organization: 4,
  day: '2026-11-21',
  position: number,
  ...entry,
});

describe('the audit screen', () => {
  it('lists the entries that match the filter in the URL, and loads older entries', async () => {
    const queries: string[] = [];
    renderConsole({
      path: '/audit?action=organization',
      usertype: 'ADMIN',
      api: {
        'GET /audit': ({ searchParams }) => {
          queries.push(searchParams.toString());
          const isFirst = !searchParams.has('after');
          return {
            data: [entryOf(isFirst ? 1 : 2, isFirst ? {} : { action: 'user.delete' })],
            next: isFirst ? '1_x' : null,
          };
        },
      },
    });
    expect(await screen.findByText('maria@portico.test (ADMIN)')).toBeTruthy();
    expect(queries).toEqual(['action=organization']);
    await userEvent.click(screen.getByRole('button', { name: 'Older entries' }));
    expect(await screen.findByText('user.delete')).toBeTruthy();
    await userEvent.type(screen.getByRole('searchbox', { name: /Actor/ }), 'maria{Enter}');
    await waitFor(() => expect(queries.at(-1)).toBe('actor=maria&action=organization'));
  });
});

describe("the tab 'Who looked'", () => {
  const show = (role: 'manager' | 'viewer') =>
    renderConsole({
      path: '/organizations/4/looked',
      usertype: 'CLIENT',
      api: {
        'GET /users/organizations': () => ({
          data: [{ organization: { id: 4, name: 'Northwind' }, approved: true, role }],
          count: 1,
        }),
        'GET /organizations/4': () => NORTHWIND,
        'GET /trouble': () => ({ data: [], count: 0, wrong: 0 }),
        'GET /audit': () => ({
          data: [
            entryOf(1, { action: 'events.list', rows: 2 }),
            entryOf(2, { action: 'events.live', rows: 0 }),
            entryOf(3, { action: 'rejected-events.list', rows: 1 }),
            ...[4, 5, 6].map((number) => entryOf(number, { action: 'event.open', rows: 1 })),
            entryOf(7, { action: 'event.open', rows: 1, actor: { kind: 'user', id: 8, email: null, role: 'CLIENT' } }),
            entryOf(8),
          ],
          next: null,
        }),
      },
    });

  it('shows how many events each person saw per day', async () => {
    show('manager');
    expect(await screen.findByText('maria@portico.test (support) read 3 of your events on November 21')).toBeTruthy();
    expect(screen.getByText('maria@portico.test (support) opened 3 of your events on November 21')).toBeTruthy();
    expect(screen.getByText('user opened 1 of your events on November 21')).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Who looked', selected: true })).toBeTruthy();
  });

  it('is hidden from members who are not managers', async () => {
    show('viewer');
    expect(await screen.findByRole('tab', { name: 'People' })).toBeTruthy();
    expect(screen.queryByRole('tab', { name: 'Who looked' })).toBeNull();
  });
});
