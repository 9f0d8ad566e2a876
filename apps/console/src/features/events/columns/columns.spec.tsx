import { describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeEvents } from '../../../testing/fake-events.ts';
import { eventAt } from '../../../testing/fixtures.ts';
import { renderConsole } from '../../../testing/render-console.tsx';

const STANDARD = ['Integration', 'Organization', 'Type', 'Event', 'Timestamp', 'Status', 'Severity'];
const ROWS = Array.from({ length: 3 }, (_, offset) => {
  const row = eventAt(offset);
  return { ...row, details: { ...row.details, amount: { cents: 100 + offset } } };
});

const KEY = 'portico_events_7';
const storedText = (): string => localStorage.getItem(KEY) ?? '';

const show = async (path = '/dashboard', own = '{}') => {
  const console = renderConsole({ path, usertype: 'ADMIN', kept: { [KEY]: own }, api: fakeEvents(ROWS) });
  await screen.findByText('payrun.2');
  return console;
};
const choose = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  return within(await screen.findByRole('dialog', { name: 'Columns' }));
};
/** The headers of the list, including hidden headers, because the open popover hides the list from screen readers. */
const headers = (): (string | undefined)[] =>
  screen.getAllByRole('columnheader', { hidden: true }).map(({ textContent }) => textContent?.replace(/ \(UTC\)$/, ''));

describe('the columns of the list', () => {
  it('mark late events only while the query filters by arrival time', async () => {
    const [first] = ROWS;
    if (!first) throw new Error('no row');
    const since = new Date(Date.parse(first.timestamp) + 1).toISOString();
    const where = encodeURIComponent(`arrived:>=${since} arrived:<2027-01-01T00:00Z`);
    renderConsole({ path: `/dashboard?where=${where}`, usertype: 'ADMIN', api: fakeEvents(ROWS) });
    await screen.findByText('payrun.0');
    const late = ROWS.filter(({ timestamp }) => Date.parse(timestamp) <= Date.parse(first.timestamp));
    expect(screen.getAllByText('late')).toHaveLength(late.length);
    cleanup();
    await show();
    expect(screen.queryByText('late')).toBeNull();
  });

  it('are the default columns until the viewer adds, moves or removes one, and are stored per user', async () => {
    const { location } = await show();
    expect(headers()).toEqual(STANDARD);
    const panel = await choose();
    await userEvent.click(await panel.findByRole('button', { name: 'Delay' }));
    await userEvent.type(panel.getByLabelText('Field of the details'), 'amount.cents{Enter}');
    await userEvent.click(panel.getByRole('button', { name: 'Remove Type' }));
    await userEvent.click(panel.getByRole('button', { name: 'Move Organization up' }));
    const chosen = ['Organization', 'Integration', ...STANDARD.slice(3), 'Delay', 'amount.cents'];
    await waitFor(() => expect(headers()).toEqual(chosen));
    expect(screen.getByText('102').closest('tr')?.textContent).toContain('payrun.2');
    expect(location()).toBe('/dashboard');
    const own = storedText();
    cleanup();
    await show('/dashboard', own);
    expect(headers()).toEqual(chosen);
    await userEvent.click((await choose()).getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(headers()).toEqual(STANDARD));
  });

  it('can include the environment of events, and its values filter the list', async () => {
    const rows = ROWS.map((row, index) => ({ ...row, environment: index === 0 ? 'staging' : 'production' }));
    const api = fakeEvents(rows);
    const { location } = renderConsole({
      path: '/dashboard?facets=shown',
      usertype: 'ADMIN',
      kept: { [KEY]: '{}' },
      api,
    });
    await screen.findByText('payrun.2');
    const panel = await choose();
    await userEvent.click(await panel.findByRole('button', { name: 'Environment' }));
    await waitFor(() => expect(headers()).toEqual([...STANDARD, 'Environment']));
    expect(screen.getByText('payrun.2').closest('tr')?.textContent).toContain('production');
    await userEvent.keyboard('{Escape}');
    const box = screen.getByRole('combobox', { name: 'Search Events...' });
    await userEvent.type(box, 'environment:staging{Enter}');
    await waitFor(() => expect(location()).toContain('environment%3Astaging'));
    await waitFor(() => expect(screen.queryByText('payrun.2')).toBeNull());
    expect(screen.getByText('payrun.0')).toBeTruthy();
  });

  it('are the columns in the URL if it contains columns, and changes are then stored in the URL', async () => {
    const { location } = await show('/dashboard?columns=event,details.amount.cents,nonsense,event');
    expect(headers()).toEqual(['Event', 'amount.cents']);
    const panel = await choose();
    await userEvent.click(await panel.findByRole('button', { name: 'Remove amount.cents' }));
    await waitFor(() => expect(location()).toBe('/dashboard?columns=event'));
    expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Remove Event' }).disabled).toBe(true);
    expect(storedText()).toBe('{}');
  });

  it('reject a path with a comma, which separates paths in the URL', async () => {
    await show();
    const panel = await choose();
    const field = await panel.findByLabelText('Field of the details');
    await userEvent.type(field, 'a,b{Enter}');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(panel.getByText('Type a path like amount.cents')).toBeTruthy();
    expect(headers()).toEqual(STANDARD);
  });

  it('ignore invalid stored values', async () => {
    await show('/dashboard', '{"columns":"nonsense","density":7,"widths":{"event":"wide"}}');
    expect(headers()).toEqual(STANDARD);
  });

  it('show how long ago a time was while the pointer is on the time', async () => {
    await show();
    const time = document.querySelector('main td time') as HTMLTimeElement;
    act(() => void fireEvent.mouseOver(time));
    expect(time.title).toMatch(/ ago, .*\d{2}:\d{2}:\d{2}\.\d{3}/);
  });
});
