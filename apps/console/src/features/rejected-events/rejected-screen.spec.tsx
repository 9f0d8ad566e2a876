import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Uncorrected } from '@portico/contracts/http/rejected-events';
import userEvent from '@testing-library/user-event';
import { causeOf, rejectedOf } from '../../testing/rejected-event.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import {
  contentOf,
  EVENT,
  openRejected as open,
  showRejected as show,
  SUMMARY,
} from '../../testing/render-rejected.tsx';
import { uncorrectedOf } from '../../testing/trouble.ts';

describe('rejected events', () => {
  it('appear as a tab under Trouble', async () => {
    const { location } = show();
    expect(await screen.findByRole('heading', { name: 'Rejected events' })).toBeTruthy();
    const tabs = within(screen.getByRole('tablist', { name: 'Trouble' })).getAllByRole('tab');
    const names = tabs.map(({ textContent }) => textContent);
    expect(names).toEqual(['Episodes', 'Silence', 'Rejected', 'Dead letters', 'Usage']);
    expect(screen.getByRole('link', { name: 'Trouble' }).getAttribute('aria-current')).toBe('page');
    await userEvent.click(screen.getByRole('tab', { name: 'Silence' }));
    await waitFor(() => expect(location()).toBe('/silence'));
    await userEvent.click(await screen.findByRole('tab', { name: 'Rejected' }));
    await waitFor(() => expect(location()).toBe('/rejected'));
  });

  it('are listed with reason, pointer and state', async () => {
    show();
    const table = within(await screen.findByRole('table', { name: 'Rejected events' }));
    expect((await table.findAllByText('result should be SUCCESS or FAILURE')).length).toBe(2);
    expect(table.getAllByText('/result').length).toBe(2);
    expect(table.getByText('Corrected')).toBeTruthy();
    expect(table.getByText('Rejected')).toBeTruthy();
  });

  it('can be filtered by code', async () => {
    const { calls } = show();
    await userEvent.click(await screen.findByRole('button', { name: /Reason/ }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'unknown integration' }));
    await waitFor(() => expect(calls).toContain('GET /events/rejected?code=unknown_integration&limit=10&offset=0'));
  });

  it('are grouped by cause, and are filtered by a selected cause', async () => {
    const mixed = causeOf({
      code: 'not_json',
      pointer: '',
      count: 1_234,
      integrations: [
        { integration_id: null, integration: null, organization: null, count: 1_000 },
        { integration_id: 7, integration: 'payroll', organization: 'Northwind', count: 234 },
      ],
      integrationCount: 2,
    });
    const { calls, location } = show({
      'GET /events/rejected/causes': () => ({ data: [mixed, causeOf()], count: 2 }),
    });
    const causes = within(await screen.findByRole('region', { name: /^Causes/ }));
    expect(
      causes.getByRole('button', { name: /1,234.*not json.*entire value.*Unknown integration and 1 more/ }),
    ).toBeTruthy();
    const cause = () => causes.getByRole('button', { name: /12.*invalid field.*\/result.*payroll.*Northwind/ });
    await userEvent.click(cause());
    await waitFor(() => expect(location()).toBe('/rejected?code=invalid_field&pointer=%2Fresult'));
    expect(cause().getAttribute('aria-pressed')).toBe('true');
    await waitFor(() =>
      expect(calls).toContain('GET /events/rejected?code=invalid_field&pointer=%2Fresult&limit=10&offset=0'),
    );
    await userEvent.click(cause());
    await waitFor(() => expect(location()).toBe('/rejected'));
  });

  it('show the most frequent causes first, and further causes on request', async () => {
    const data = Array.from({ length: 6 }, (_, index) => causeOf({ pointer: `/field${index}` }));
    show({ 'GET /events/rejected/causes': () => ({ data, count: 60 }) });
    const causes = within(await screen.findByRole('region', { name: /^Causes/ }));
    expect(causes.queryByText('/field5')).toBeNull();
    await userEvent.click(causes.getByRole('button', { name: 'Show 6 causes' }));
    expect(causes.getByText('/field5')).toBeTruthy();
    expect(causes.getByText('54 less frequent causes are not shown')).toBeTruthy();
  });

  it('are filtered together with their causes, by text, integration and time', async () => {
    const { calls, location } = show();
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search rejected events...' }), 'IBAN{Enter}');
    await waitFor(() => expect(calls).toContain('GET /events/rejected/causes?query=IBAN&limit=50&offset=0'));
    await waitFor(() => expect(calls).toContain('GET /events/rejected?query=IBAN&limit=10&offset=0'));
    await userEvent.click(screen.getByRole('button', { name: /^Integration/ }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'payroll · Northwind' }));
    await userEvent.click(screen.getByRole('button', { name: /^Time range/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Last hour' }));
    await waitFor(() =>
      expect(Object.fromEntries(new URL(location(), 'http://console').searchParams)).toEqual({
        query: 'IBAN',
        integration: '7',
        range: '1h',
      }),
    );
    await waitFor(() =>
      expect(calls.filter((call) => /rejected\/causes\?query=IBAN&integration=7&from=/.test(call))).not.toEqual([]),
    );
  });

  it('show a note if the search did not cover all events', async () => {
    show({ 'GET /events/rejected': () => ({ data: [rejectedOf(1)], count: 1, isComplete: false }) }, [], '?query=x');
    expect(await screen.findByText(/searched only the latest 50,000 of these events/)).toBeTruthy();
  });

  it('appear without a reload when the server reports a new count, and are counted in the menu', async () => {
    const rows = [rejectedOf(1)];
    let uncorrected: Uncorrected[] = [];
    const { live } = show({
      'GET /events/rejected': () => ({ data: rows, count: rows.length }),
      'GET /events/rejected/uncorrected': () => ({ data: uncorrected }),
    });
    const table = within(await screen.findByRole('table', { name: 'Rejected events' }));
    await table.findByText('/result');
    const item = () => screen.findByRole('link', { name: /rejected in the last 24 hours$/ });
    expect(screen.queryByRole('link', { name: /rejected in the last/ })).toBeNull();
    rows.unshift(rejectedOf(2, { integration: 'banking' }));
    uncorrected = [uncorrectedOf(7), uncorrectedOf(null)];
    await live.reject({ count: 2, last_at: '2026-01-01T00:00:00.000Z' });
    expect(await table.findByText('banking')).toBeTruthy();
    await screen.findByRole('link', { name: 'Trouble: 2 events rejected in the last 24 hours' });
    expect((await item()).nextSibling?.textContent).toBe('2');
    uncorrected = [uncorrectedOf(7, { count: 12_345 })];
    await live.reject({ count: 12_347, last_at: '2026-01-01T00:00:00.000Z' });
    await screen.findByRole('link', { name: 'Trouble: 12,345 events rejected in the last 24 hours' });
    expect((await item()).nextSibling?.textContent).toBe('999+');
  });

  it('show an empty state', async () => {
    show({ 'GET /events/rejected/causes': () => ({ data: [], count: 0 }) }, []);
    expect(await screen.findByText('No event was rejected.')).toBeTruthy();
  });

  it('show the published bytes with the rejected part marked', async () => {
    show();
    const dialog = await open();
    expect((await dialog.findByLabelText('The fault')).textContent).toBe('"PERHAPS"');
    expect(dialog.getByText('integration.events.v1 0:1')).toBeTruthy();
    expect(dialog.getByRole('link', { name: 'Original bytes' }).getAttribute('href')).toContain(
      btoa(JSON.stringify(EVENT)),
    );
  });

  it.each([
    [{ isWhole: false }, /stored only its beginning/],
    [{ isText: false }, /not UTF-8 text/],
  ])('cannot be corrected if their content has %o', async (change, text) => {
    show({ 'GET /events/rejected/0-1-1767225600000': () => contentOf(rejectedOf(1), change) });
    const dialog = await open();
    expect(await dialog.findByText(text)).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Correct event' })).toBeNull();
  });

  // spec: D.56
  it.each(['rejected', 'refused'])('open from the earlier URL with view=%s', async (view) => {
    const { location } = renderConsole({
      path: `/admin/integrations?view=${view}&integration=7&code=too_old`,
      usertype: 'ADMIN',
      api: {
        'GET /events/rejected': () => ({ data: [], count: 0 }),
        'GET /events/rejected/summary': () => ({ data: SUMMARY }),
        'GET /events/rejected/causes': () => ({ data: [], count: 0 }),
      },
    });
    expect(await screen.findByRole('heading', { name: 'Rejected events' })).toBeTruthy();
    await waitFor(() => expect(location()).toBe('/rejected?integration=7&code=too_old'));
  });

  it('open from the earlier URL only for administrators', async () => {
    const { location } = renderConsole({ path: '/admin/integrations?view=rejected', usertype: 'CLIENT' });
    await waitFor(() => expect(location()).toBe('/dashboard'));
  });
});
