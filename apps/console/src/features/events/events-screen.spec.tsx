import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Usertype } from '@portico/contracts/common/roles';
import type { EventRow } from '@portico/contracts/http/events';
import { eventAt, listOf } from '../../testing/fixtures.ts';
import { renderConsole } from '../../testing/render-console.tsx';

const ROWS = Array.from({ length: 85 }, (_, offset) =>
  eventAt(offset, {
    ...(offset % 5 === 0 && { result: 'FAILURE' as const, severity_text: 'ERROR' as const }),
    ...(offset % 2 === 0 && { integration: 'Banking' }),
  }),
);

const memberships = [{ organization: { id: 4, name: 'Northwind' }, approved: true, role: 'viewer' }];
const show = (path = '/dashboard', rows: EventRow[] = ROWS, usertype: Usertype = 'ADMIN') =>
  renderConsole({
    path,
    usertype,
    api: {
      'GET /events': (url) => listOf(rows, url.searchParams),
      'GET /users/organizations': () => ({ data: memberships, count: 1 }),
    },
  });
const table = () => screen.getByRole('table', { name: 'Integration Events' });
const firstRow = () => within(table()).getAllByRole('row')[1];
const eventNames = () =>
  within(table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[3]?.firstElementChild?.textContent);

describe('the list', () => {
  // spec: 2.31, 2.36, 2.65, D.40
  it('shows the newest fifty events in their columns with their messages', async () => {
    show();
    await screen.findByText('payrun.84');
    expect(screen.getByRole('heading', { name: 'Integration Events' })).toBeTruthy();
    expect(
      within(table())
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['Integration', 'Organization', 'Type', 'Event', 'Timestamp', 'Status', 'Severity']);
    expect(eventNames()).toHaveLength(40);
    expect(table().getAttribute('aria-rowcount')).toBe('51');
    expect(screen.getByText('1–50 of 85')).toBeTruthy();
    expect(firstRow()?.textContent).toContain('BankingNorthwindpayrollpayrun.84 Run 84 is done');
    expect(within(table()).getAllByText('failure')).toHaveLength(8);
  });

  // spec: 7.4, D.44
  it('turns pages, and keeps the page in the URL', async () => {
    const { location, calls } = show('/dashboard?size=25');
    await userEvent.click(await screen.findByRole('button', { name: 'Page 4' }));
    await screen.findByText('payrun.0');
    expect(location()).toBe('/dashboard?size=25&page=4');
    expect(calls).toContain('GET /events?limit=25&offset=75');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
  });

  // spec: 4.10, 4.11
  it('falls back to the last page if the page in the URL does not exist', async () => {
    const { location } = show('/dashboard?page=9');
    await screen.findByText('payrun.0');
    expect(location()).toBe('/dashboard?page=2');
  });

  // spec: 2.31, 4.7
  it('searches from page 1', async () => {
    const { location } = show('/dashboard?page=2');
    await userEvent.type(await screen.findByRole('combobox', { name: 'Search Events...' }), 'payrun.1');
    await waitFor(() => expect(location()).toBe('/dashboard?query=payrun.1'));
    await waitFor(() => expect(eventNames()[0]).toBe('payrun.19'));
  });

  // spec: 2.33, 2.34, 2.35, 4.9
  it('filters by status and integration, and can clear the filter', async () => {
    const { location } = show('/dashboard?page=2&status=FAILURE');
    await userEvent.click(await screen.findByRole('button', { name: /Integrations\s*Select Filter/ }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Banking' }));
    await waitFor(() => expect(location()).toBe('/dashboard?status=FAILURE&integration=Banking'));
    await waitFor(() => expect(eventNames()).toEqual([80, 70, 60, 50, 40, 30, 20, 10, 0].map((at) => `payrun.${at}`)));
    await userEvent.click(screen.getByRole('button', { name: /Status\s*FAILURE/ }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'FAILURE' }));
    await waitFor(() => expect(location()).toBe('/dashboard?integration=Banking'));
  });

  it('searches for a number like any text', async () => {
    show('/dashboard?query=33');
    await waitFor(() => expect(eventNames()).toEqual(['payrun.33']));
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Search Events...' }).value).toBe('33');
  });

  // spec: 2.42
  it("shows 'No results.' with a button to clear the filters", async () => {
    const { location } = show('/dashboard?query=nothing&status=FAILURE&range=90d');
    expect(await screen.findByText('No results.')).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'Pagination' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await screen.findByText('payrun.84');
    expect(location()).toBe('/dashboard');
  });

  // spec: 2.41
  it.each<[Usertype, string, string]>([
    ['ADMIN', 'Add an integration', '/admin/integrations'],
    ['CLIENT', 'Ask for an integration', 'mailto:help@acme.test?subject=Integration'],
  ])('reports missing integrations to a %s and offers "%s"', async (usertype, text, href) => {
    show('/dashboard', [], usertype);
    expect(await screen.findByText('Your organization does not have any integrations')).toBeTruthy();
    expect(screen.getByText('get an integration to see Events.')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByRole('link', { name: text }).getAttribute('href')).toBe(href);
  });

  // spec: 8.1, 8.3, 8.16
  it('shows a failure, also in a toast, and loads again on request', async () => {
    let isDown = true;
    renderConsole({
      path: '/dashboard',
      usertype: 'ADMIN',
      api: {
        'GET /events': (url) =>
          isDown
            ? Response.json(
                { type: 'about:blank', title: 'Oops', status: 500, code: 'internal', message: ['No disk', 'no rows'] },
                { status: 500 },
              )
            : listOf(ROWS, url.searchParams),
      },
    });
    expect(await screen.findByText('There was an error:')).toBeTruthy();
    expect(screen.getAllByText('No disk. no rows')).toHaveLength(2);
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('payrun.84')).toBeTruthy();
  });
});

describe('the live list', () => {
  const frame = (...rows: EventRow[]) => ({ rows, skipped: 0, cursor: `0:${rows.at(-1)?.position.offset}` });

  it('inserts a new row once at the top and counts it', async () => {
    const { live } = show();
    await screen.findByText('payrun.84');
    expect(live.subscriptions.at(-1)?.cursor).toBe('0:84');
    await live.send(frame(eventAt(84), eventAt(85)));
    await live.send(frame(eventAt(85)));
    expect(eventNames().slice(0, 2)).toEqual(['payrun.85', 'payrun.84']);
    expect(eventNames()).toHaveLength(40);
    expect(screen.getByText('1–50 of 86')).toBeTruthy();
  });

  it('counts but does not insert new rows on a page other than the first', async () => {
    const { live } = show('/dashboard?page=2');
    await screen.findByText('payrun.34');
    await live.send(frame(eventAt(85)));
    expect(eventNames()[0]).toBe('payrun.34');
    expect(screen.getByText('51–86 of 86')).toBeTruthy();
  });

  it('reloads the list after a reset, and subscribes with the cursor of the reloaded list', async () => {
    const rows = [...ROWS];
    const { live } = show('/dashboard', rows);
    await screen.findByText('payrun.84');
    rows.push(eventAt(85));
    await live.reset();
    await screen.findByText('payrun.85');
    await waitFor(() => expect(live.subscriptions.at(-1)?.cursor).toBe('0:85'));
  });

  it('subscribes with the filter of the list', async () => {
    const { live } = show('/dashboard?status=FAILURE');
    await screen.findByText('payrun.80');
    expect(live.subscriptions.at(-1)).toMatchObject({ filter: { status: 'FAILURE' }, cursor: '0:84' });
  });

  it('shows the delay of live rows', async () => {
    const { live } = show();
    await screen.findByText('payrun.84');
    const bar = within(screen.getByRole('region', { name: 'Live' }));
    const says = (change: Parameters<typeof live.become>[0], word: string) => {
      live.become(change);
      expect(bar.getAllByText(word)[0]).toBeTruthy();
    };
    says({ state: 'live' }, 'Live');
    says({ behind: 12 }, 'Behind by 12 s');
    expect(bar.getByRole('status').textContent).toBe('The list is behind');
    says({ behind: 0, isHistoryLagging: true }, 'Storage delayed');
    says({ state: 'reconnecting' }, 'Reconnecting');
    says({ state: 'catching-up' }, 'Catching up');
    expect(bar.getByRole('status').textContent).toBe('The list is catching up');
    expect(bar.getByRole('status').getAttribute('aria-live')).toBe('polite');
  });

  it('shows the number of skipped rows until the list is reloaded', async () => {
    const { live, calls } = show();
    await screen.findByText('payrun.84');
    await live.send({ rows: [], skipped: 1_200, cursor: '0:90' });
    expect(screen.getByText('1,200 events not shown')).toBeTruthy();
    await waitFor(() => expect(calls.filter((call) => call.startsWith('GET /events?'))).toHaveLength(2));
    await waitFor(() => expect(screen.queryByText('1,200 events not shown')).toBeNull());
  });
});
