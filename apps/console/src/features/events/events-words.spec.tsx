/** @jest-environment-options {"styles": true} */
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EventRow } from '@portico/contracts/http/events';
import { fakeEvents } from '../../testing/fake-events.ts';
import { eventAt } from '../../testing/fixtures.ts';
import { renderConsole } from '../../testing/render-console.tsx';

const ROWS = Array.from({ length: 34 }, (_, offset) =>
  eventAt(offset, offset % 2 === 0 ? { result: 'FAILURE', severity_text: 'ERROR' } : {}),
);
const show = (path: string, rows: EventRow[] = ROWS) =>
  renderConsole({ path, usertype: 'ADMIN', api: fakeEvents(rows) });

describe('the events screen', () => {
  // spec: 2.32, 2.34, 4.8
  it('filters by SUCCESS or FAILURE from page 1', async () => {
    const { location, calls } = show('/dashboard?page=2');
    await userEvent.click(await screen.findByRole('button', { name: /Status\s*Select Filter/ }));
    const options = await screen.findAllByRole('menuitemradio');
    expect(options.map(({ textContent }) => textContent)).toEqual(['SUCCESS', 'FAILURE']);
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'FAILURE' }));
    await waitFor(() => expect(location()).toBe('/dashboard?status=FAILURE'));
    await waitFor(() => expect(calls).toContain('GET /events?status=FAILURE&limit=50&offset=0'));
  });

  // spec: 2.33
  it('offers every integration in the response as a filter, even if the page contains none of its events', async () => {
    const names = ['Banking', 'Invoicing', 'Payroll'];
    renderConsole({
      path: '/dashboard',
      usertype: 'ADMIN',
      api: {
        ...fakeEvents(ROWS),
        'GET /events': () => ({
          data: [eventAt(0)],
          count: 1,
          countIsExact: true,
          integrations: names,
          integrationCount: 3,
          cursor: '',
        }),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: /Integrations\s*Select Filter/ }));
    const options = await screen.findAllByRole('menuitemradio');
    expect(options.map(({ textContent }) => textContent)).toEqual(names);
  });

  // spec: 2.37
  it("shows timestamps in the viewer's time zone and format", async () => {
    const year = new Date().getFullYear();
    const [moment, before] = [`${year}-03-01T23:59:58.123Z`, `${year - 2}-03-01T23:59:58.123Z`];
    show('/dashboard', [eventAt(0, { timestamp: moment }), eventAt(1, { timestamp: before })]);
    const shown = (at: string, options: Intl.DateTimeFormatOptions) =>
      screen.findByText(new Intl.DateTimeFormat(undefined, options).format(new Date(at)));
    const dateFormat = {
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      second: '2-digit',
    } as const;
    const cell = await shown(moment, { ...dateFormat, fractionalSecondDigits: 3 });
    expect(cell.getAttribute('datetime')).toBe(moment);
    expect(await shown(before, { dateStyle: 'medium', timeStyle: 'medium' })).toBeTruthy();
  });

  // spec: 2.38, 2.39
  it('opens the details on a click in a row, with a scrollable message', async () => {
    show('/dashboard', [eventAt(0, { details: { message: 'word '.repeat(2_000).trim() } })]);
    await userEvent.click(await screen.findByText('payrun.0'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Event Details' }));
    for (const name of ['Integration', 'Trace id', 'Status', 'Severity']) expect(dialog.getByText(name)).toBeTruthy();
    const message = dialog.getByRole('region', { name: 'Details' });
    expect(message.textContent).toMatch(/^word word/);
    const { overflow, maxHeight } = getComputedStyle(message);
    expect([overflow, maxHeight]).toEqual(['auto', expect.stringMatching(/\d/)]);
    expect(message.tabIndex).toBe(0);
  });

  // spec: 2.41, D.57
  it.each([
    [1, 'the events of deleted integrations'],
    [0, 'the message that there are no integrations'],
  ])('shows, without integrations and with %d events, %s', async (count) => {
    const data = Array.from({ length: count }, (_, offset) => eventAt(offset));
    const list = { data, count, countIsExact: true, integrations: [], integrationCount: 0, cursor: '' };
    renderConsole({ path: '/dashboard', usertype: 'ADMIN', api: { ...fakeEvents(ROWS), 'GET /events': () => list } });
    const words = 'Your organization does not have any integrations';
    expect(await screen.findByText(count === 0 ? words : 'payrun.0')).toBeTruthy();
    expect(screen.queryByText(words) === null).toBe(count > 0);
    expect(screen.queryByRole('table') === null).toBe(count === 0);
  });
});
