import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeEvents } from '../../testing/fake-events.ts';
import { eventAt, listOf } from '../../testing/fixtures.ts';
import type { Answer } from '../../testing/fake-network.ts';
import { renderConsole } from '../../testing/render-console.tsx';

const ROWS = Array.from({ length: 130 }, (_, offset) =>
  eventAt(offset, {
    event_name: `payrun.${offset % 9}`,
    ...(offset % 5 === 0 && { result: 'FAILURE', severity_text: 'ERROR' }),
    ...(offset % 2 === 0 && { integration: 'Banking', source_type: 'banking' }),
  }),
);

/** Simulates the window's width, which jsdom lacks: a wide window has the facets next to the table, a narrow one in a sheet. */
const setWidth = (isWide: boolean) => {
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), { matches: isWide && query.includes('80rem'), media: query }) as MediaQueryList;
};

const show = (path = '/dashboard', api: Record<string, Answer> = {}) =>
  renderConsole({ path, usertype: 'ADMIN', api: { ...fakeEvents(ROWS), ...api } });
const valueOf = (name: RegExp) => screen.findByRole('button', { name });
const rows = () => within(screen.getByRole('table', { name: 'Integration Events' })).getAllByRole('row').length - 1;

beforeEach(() => setWidth(true));
const showFacets = async () => userEvent.click(await screen.findByRole('button', { name: 'Facets' }));

describe('the facets', () => {
  it('toggle a filter on a click, and count the values of each field as if this field were not filtered', async () => {
    const { location } = show();
    await showFacets();
    await userEvent.click(await valueOf(/^ERROR 26$/));
    await waitFor(() => expect(location()).toBe('/dashboard?severity=ERROR'));
    expect((await valueOf(/^INFO 104$/)).getAttribute('aria-pressed')).toBe('false');
    await userEvent.click(await valueOf(/^banking 13$/));
    await waitFor(() => expect(location()).toBe('/dashboard?severity=ERROR&type=banking'));
    await screen.findByText('13 events');
    await userEvent.click(await valueOf(/^ERROR 13$/));
    await waitFor(() => expect(location()).toBe('/dashboard?type=banking'));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove filter Type: banking' }));
    await waitFor(() => expect(location()).toBe('/dashboard'));
  });

  it('show the most frequent values first, and all values on request', async () => {
    show();
    await showFacets();
    await userEvent.click(await valueOf(/^Show all 9$/));
    expect(screen.getAllByRole('button', { name: /^payrun\.\d \d+$/ })).toHaveLength(9);
  });

  it('open in a sheet on narrow screens', async () => {
    setWidth(false);
    const { calls, location } = show();
    await screen.findByText('1–50 of 130');
    expect(calls.some((call) => call.startsWith('GET /events/facets'))).toBe(false);
    await showFacets();
    const sheet = within(await screen.findByRole('dialog', { name: 'Facets' }));
    await userEvent.click(await sheet.findByRole('button', { name: /^Northwind 130$/ }));
    await waitFor(() => expect(location()).toBe('/dashboard?organization=4'));
    expect(calls).toContain('GET /events?organizations=4&limit=50&offset=0');
  });
});

describe('the time range', () => {
  it('is relative or absolute, in either time zone', async () => {
    const { location, calls } = show();
    await userEvent.click(await screen.findByRole('button', { name: 'Time range: All time' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Last hour' }));
    await waitFor(() => expect(location()).toBe('/dashboard?range=1h'));
    await waitFor(() =>
      expect(calls.some((call) => /^GET \/events\?from=[^&]*%3A00\.000Z&limit=50/.test(call))).toBe(true),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Time range: Last hour' }));
    await userEvent.click(await screen.findByRole('radio', { name: 'UTC' }));
    const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
    await userEvent.type(field('From'), '2026-01-01T00:01:00');
    await userEvent.type(field('To'), '2026-01-01T00:00:30');
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(screen.getByRole('alert').textContent).toBe('The end should be after the start');
    await userEvent.clear(field('To'));
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(location()).toBe(`/dashboard?from=${encodeURIComponent('2026-01-01T00:01:00.000Z')}`));
    await screen.findByText('1–50 of 70');
    expect(screen.getByRole('columnheader', { name: 'Timestamp (UTC)' })).toBeTruthy();
    expect(localStorage.getItem('portico_time_zone')).toBe('utc');
  });

  it("reloads the list for 'Today' when the time zone changes", async () => {
    const { calls } = show('/dashboard?range=today');
    const lists = () => calls.filter((call) => call.startsWith('GET /events?from=')).length;
    await waitFor(() => expect(lists()).toBe(1));
    await userEvent.click(await screen.findByRole('button', { name: 'Time range: Today' }));
    await userEvent.click(await screen.findByRole('radio', { name: 'UTC' }));
    await waitFor(() => expect(lists()).toBe(2));
  });

  it('can be selected on the histogram', async () => {
    const { location } = show();
    (await screen.findByRole('slider', { name: 'Time range' })).focus();
    await userEvent.keyboard('{Home}{Enter}');
    await screen.findByText('1–50 of 60');
    expect(location()).toContain('from=2026-01-01T00%3A00%3A00.000Z&to=2026-01-01T00%3A01%3A00.000Z');
  });
});

describe('live rows', () => {
  it('count once in the histogram and the facets, even if they arrive twice', async () => {
    const { live } = show();
    await showFacets();
    await valueOf(/^ERROR 26$/);
    await screen.findByText('104', { selector: 'figure *' });
    const rows = [eventAt(130, { result: 'FAILURE', severity_text: 'ERROR' }), eventAt(129), eventAt(131)];
    await live.send({ rows, skipped: 0, cursor: '0:131' });
    await live.send({ rows, skipped: 0, cursor: '0:131' });
    await valueOf(/^ERROR 27$/);
    expect(screen.getByRole('figure').textContent).toContain('105 success27 failure');
    expect(screen.getByText('1–50 of 132')).toBeTruthy();
  });
});

describe('the pages of the list', () => {
  it('have up to 500 rows, and render only the visible rows', async () => {
    const { location } = show('/dashboard?page=3');
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Rows' }), '500');
    await waitFor(() => expect(location()).toBe('/dashboard?size=500'));
    const table = screen.getByRole('table', { name: 'Integration Events' });
    await waitFor(() => expect(table.getAttribute('aria-rowcount')).toBe('131'));
    // The table renders one screen of rows until the pointer enters it, and then the rows near the visible ones.
    expect(rows()).toBe(40);
    await userEvent.hover(table);
    await waitFor(() => expect(rows()).toBeGreaterThan(40));
    expect(rows()).toBeLessThan(60);
  });

  it('show a plus sign after an inexact count, and continue beyond this count', async () => {
    const { location } = show('/dashboard', {
      'GET /events': ({ searchParams }) => ({ ...listOf(ROWS, searchParams), count: 60, countIsExact: false }),
    });
    await screen.findByText('1–50 of 60+');
    await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
    await screen.findByText('51–100 of 101+');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('101–130 of 130+');
    expect(location()).toBe('/dashboard?page=3');
  });
});
