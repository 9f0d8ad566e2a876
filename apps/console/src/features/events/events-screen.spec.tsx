import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EventRow } from '@portico/contracts/http/events';
import { eventAt, listOf } from '../../testing/fixtures.ts';
import { renderConsole } from '../../testing/render-console.tsx';

const ROWS = Array.from({ length: 34 }, (_, offset) =>
  eventAt(offset, {
    ...(offset % 5 === 0 && { result: 'FAILURE' as const, severity_text: 'ERROR' as const }),
    ...(offset % 2 === 0 && { integration: 'Banking' }),
  }),
);

const show = (path = '/dashboard', rows: EventRow[] = ROWS) =>
  renderConsole({
    path,
    usertype: 'ADMIN',
    api: { 'GET /events': (url) => listOf(rows, url.searchParams) },
  });
const table = () => screen.getByRole('table', { name: 'Integration Events' });
const firstRow = () => within(table()).getAllByRole('row')[1];
const eventNames = () =>
  within(table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[3]?.textContent);

describe('the list', () => {
  // spec: 2.31, 2.36, 2.65, D.40
  it('shows the newest ten events in their columns', async () => {
    show();
    await screen.findByText('payrun.33');
    expect(screen.getByRole('heading', { name: 'Integration Events' })).toBeTruthy();
    expect(
      within(table())
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['Integration', 'Organization', 'Type', 'Event', 'Timestamp', 'Status', 'Severity']);
    expect(eventNames()).toHaveLength(10);
    expect(firstRow()?.textContent).toContain('PayrollNorthwindpayroll');
    expect(within(table()).getAllByText('failure')).toHaveLength(2);
  });

  // spec: 7.4, D.44
  it('turns pages, and keeps the page in the URL', async () => {
    const { location, calls } = show();
    await userEvent.click(await screen.findByRole('button', { name: 'Page 4' }));
    await screen.findByText('payrun.0');
    expect(location()).toBe('/dashboard?page=4');
    expect(calls).toContain('GET /events?limit=10&offset=30');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
  });

  // spec: 4.10, 4.11
  it('falls back to the last page when the one in the URL does not exist', async () => {
    const { location } = show('/dashboard?page=9');
    await screen.findByText('payrun.0');
    expect(location()).toBe('/dashboard?page=4');
  });

  // spec: 2.31, 4.7
  it('searches from page 1', async () => {
    const { location } = show('/dashboard?page=2');
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search Events...' }), 'payrun.1');
    await waitFor(() => expect(location()).toBe('/dashboard?query=payrun.1'));
    await waitFor(() => expect(eventNames()[0]).toBe('payrun.19'));
  });

  // spec: 2.33, 2.34, 2.35, 4.9
  it('filters by status and integration, and clears', async () => {
    const { location } = show('/dashboard?page=2&status=FAILURE');
    await userEvent.click(await screen.findByRole('button', { name: /Integrations\s*Select Filter/ }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Banking' }));
    await waitFor(() => expect(location()).toBe('/dashboard?status=FAILURE&integration=Banking'));
    await waitFor(() => expect(eventNames()).toEqual(['payrun.30', 'payrun.20', 'payrun.10', 'payrun.0']));
    await userEvent.click(screen.getByRole('button', { name: /Status\s*FAILURE/ }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'FAILURE' }));
    await waitFor(() => expect(location()).toBe('/dashboard?integration=Banking'));
  });

  it('searches for a number as for any text', async () => {
    show('/dashboard?query=33');
    await waitFor(() => expect(eventNames()).toEqual(['payrun.33']));
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('33');
  });

  // spec: 2.42
  it("shows 'No results.' with a button to clear the filters", async () => {
    const { location } = show('/dashboard?query=nothing&status=FAILURE&range=90d');
    expect(await screen.findByText('No results.')).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'Pagination' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await screen.findByText('payrun.33');
    expect(location()).toBe('/dashboard');
  });

  // spec: 2.41
  it('reports missing integrations', async () => {
    show('/dashboard', []);
    expect(await screen.findByText('Your organization does not have any integrations')).toBeTruthy();
    expect(screen.getByText('get an integration to see Events.')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  // spec: 8.1, 8.3, 8.16
  it('shows a failure in a toast and in the list, and can retry', async () => {
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
    expect(await screen.findByText('payrun.33')).toBeTruthy();
  });
});

describe('live', () => {
  const frame = (...rows: EventRow[]) => ({ rows, skipped: 0, cursor: `0:${rows.at(-1)?.position.offset}` });

  it('inserts a new row once at the top and counts it', async () => {
    const { live } = show();
    await screen.findByText('payrun.33');
    expect(live.subscriptions.at(-1)?.cursor).toBe('0:33');
    await live.send(frame(eventAt(33), eventAt(34)));
    await live.send(frame(eventAt(34)));
    expect(eventNames().slice(0, 2)).toEqual(['payrun.34', 'payrun.33']);
    expect(eventNames()).toHaveLength(10);
    expect(screen.getByText('1–10 of 35')).toBeTruthy();
  });

  it('only counts new rows on another page', async () => {
    const { live } = show('/dashboard?page=2');
    await screen.findByText('payrun.23');
    await live.send(frame(eventAt(34)));
    expect(eventNames()[0]).toBe('payrun.23');
    expect(screen.getByText('11–20 of 35')).toBeTruthy();
  });

  it('reloads the list after a reset and resumes from there', async () => {
    const rows = [...ROWS];
    const { live } = show('/dashboard', rows);
    await screen.findByText('payrun.33');
    rows.push(eventAt(34));
    await live.reset();
    await screen.findByText('payrun.34');
    await waitFor(() => expect(live.subscriptions.at(-1)?.cursor).toBe('0:34'));
  });

  it('follows the filter', async () => {
    const { live } = show('/dashboard?status=FAILURE');
    await screen.findByText('payrun.30');
    expect(live.subscriptions.at(-1)).toMatchObject({ filter: { status: 'FAILURE' }, cursor: '0:33' });
  });

  it('shows the delay of live rows', async () => {
    const { live } = show();
    await screen.findByText('payrun.33');
    const bar = within(screen.getByRole('region', { name: 'Live' }));
    const says = (change: Parameters<typeof live.become>[0], word: string) => {
      live.become(change);
      expect(bar.getAllByText(word)[0]).toBeTruthy();
    };
    says({ state: 'live' }, 'Live');
    says({ behind: 12 }, 'Behind by 12 s');
    expect(bar.getByRole('status').textContent).toBe('The list is behind');
    says({ behind: 0, isHistoryLagging: true }, 'History lagging');
    says({ state: 'reconnecting' }, 'Reconnecting');
    says({ state: 'catching-up' }, 'Catching up');
    expect(bar.getByRole('status').textContent).toBe('The list is catching up');
    expect(bar.getByRole('status').getAttribute('aria-live')).toBe('polite');
  });

  it('shows the number of skipped rows until the list is reloaded', async () => {
    const { live, calls } = show();
    await screen.findByText('payrun.33');
    await live.send({ rows: [], skipped: 1_200, cursor: '0:40' });
    expect(screen.getByText('1,200 not shown')).toBeTruthy();
    await waitFor(() => expect(calls.filter((call) => call.startsWith('GET /events?'))).toHaveLength(2));
    await waitFor(() => expect(screen.queryByText('1,200 not shown')).toBeNull());
  });
});
