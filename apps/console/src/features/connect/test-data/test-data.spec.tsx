import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TestEvent } from '@portico/contracts/http/test-events';
import { connectOf } from '../../../testing/connect.ts';
import type { Answer } from '../../../testing/fake-network.ts';
import { eventAt, listOf } from '../../../testing/fixtures.ts';
import { integrationOf } from '../../../testing/integration.ts';
import { part, showConnect } from '../../../testing/render-connect.tsx';
import { renderConsole } from '../../../testing/render-console.tsx';
import { rejectedTestOf, testEventOf } from '../../../testing/test-event.ts';

const tests = (rows: readonly TestEvent[]): Record<string, Answer> => ({
  'GET /events/test': ({ searchParams }) => {
    const offset = Number(searchParams.get('offset') ?? 0);
    return { data: rows.slice(offset, offset + Number(searchParams.get('limit'))), count: rows.length };
  },
});
const showPage = (rows: readonly TestEvent[], path = '/admin/integrations/3?tab=events') =>
  renderConsole({
    path,
    usertype: 'ADMIN',
    api: {
      'GET /integrations/3': () => integrationOf(3),
      'GET /events': ({ searchParams }) => listOf([eventAt(0, { integration: 'Payroll 3' })], searchParams),
      ...tests(rows),
    },
  });
const toggle = () => screen.findByRole('switch', { name: 'Test data' });
const rowTexts = async () =>
  within(await screen.findByRole('table', { name: 'Test events' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
        .slice(0, 4),
    );

describe("test data on an integration's page", () => {
  it('replaces the listed events when switched on, and shows the predicted result of each event', async () => {
    const { location, calls } = showPage([testEventOf(2), rejectedTestOf(1)]);
    await screen.findByRole('table', { name: 'Newest events of Payroll 3' });
    expect(calls.some((call) => call.startsWith('GET /events/test'))).toBe(false);
    await userEvent.click(await toggle());
    await waitFor(async () =>
      expect(await rowTexts()).toEqual([
        ['payrun.tried.2', 'Try 2', 'success', 'Would be listed'],
        ['test-1', 'result should be SUCCESS or FAILURE/result', '–', 'invalid field'],
      ]),
    );
    expect(screen.getByText('Test events are deleted after 7 days and are not counted.')).toBeTruthy();
    expect(screen.queryByRole('table', { name: 'Newest events of Payroll 3' })).toBeNull();
    expect(location()).toBe('/admin/integrations/3?tab=events&test=on');
    expect(calls).toContain('GET /events/test?integration=3&limit=10&offset=0');
    await userEvent.click(await toggle());
    await screen.findByRole('table', { name: 'Newest events of Payroll 3' });
    expect(location()).toBe('/admin/integrations/3?tab=events');
  });

  it('opens from its URL, which also contains the page number', async () => {
    const rows = Array.from({ length: 12 }, (_, index) => testEventOf(12 - index));
    const { location } = showPage(rows, '/admin/integrations/3?tab=events&test=on');
    await waitFor(async () => expect(await rowTexts()).toHaveLength(10));
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(async () =>
      expect((await rowTexts()).map(([name]) => name)).toEqual(['payrun.tried.2', 'payrun.tried.1']),
    );
    expect(location()).toBe('/admin/integrations/3?tab=events&test=on&page=2');
  });

  it('explains how to create a test key if there are no test events', async () => {
    showPage([], '/admin/integrations/3?tab=events&test=on');
    expect(await screen.findByText('No test events.')).toBeTruthy();
    expect(screen.getByText(/Create a key of mode Test, and publish/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Create a test key' }).getAttribute('href')).toBe(
      '/admin/integrations/3?tab=connect',
    );
  });
});

describe('a test event', () => {
  it('is shown as published, can be copied, and shows why it would be rejected', async () => {
    const user = userEvent.setup();
    showPage([rejectedTestOf(1)], '/admin/integrations/3?tab=events&test=on');
    await user.click(await screen.findByText('test-1'));
    const dialog = within(await screen.findByRole('dialog', { name: 'test-1' }));
    expect(dialog.getByRole('alert').textContent).toBe(
      'As a live event, it would be rejected: invalid fieldresult should be SUCCESS or FAILURE/result',
    );
    expect(dialog.getByRole('region', { name: 'Original content' }).textContent).toBe(
      '{"id":"test-1","result":"PERHAPS"}',
    );
    await user.click(dialog.getByRole('button', { name: 'Copy the event' }));
    expect(await dialog.findByRole('button', { name: 'Copied the event' })).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe('{"id":"test-1","result":"PERHAPS"}');
  });

  it('preserves numbers as published', async () => {
    showPage([testEventOf(1)], '/admin/integrations/3?tab=events&test=on');
    await userEvent.click(await screen.findByText('payrun.tried.1'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('As a live event, it would be listed.')).toBeTruthy();
    expect(dialog.getByRole('region').textContent).toContain('"sum":1.0');
  });
});

describe('test data on Connect', () => {
  it('opens from an arrival with a test key, and shows new test events as they arrive', async () => {
    const rows = [testEventOf(1)];
    const { location } = showConnect({}, [], tests(rows));
    await userEvent.click(await screen.findByRole('link', { name: 'See event payrun.tried.1' }));
    await waitFor(async () => expect((await rowTexts()).map(([name]) => name)).toEqual(['payrun.tried.1']));
    expect(location()).toBe('/connect/3?test=on');
    expect(document.activeElement).toBe(await toggle());
    expect(screen.queryByRole('list', { name: 'Latest events' })).toBeNull();
    rows.unshift(testEventOf(2));
    await waitFor(async () => expect(await rowTexts()).toHaveLength(2), { timeout: 10_000 });
    await userEvent.click(await toggle());
    expect(await screen.findByRole('list', { name: 'Latest events' })).toBeTruthy();
    expect(location()).toBe('/connect/3');
  });

  it("opens on the 'Events' tab of the integration for an administrator", async () => {
    const { location } = renderConsole({
      path: '/admin/integrations/3?tab=connect',
      usertype: 'ADMIN',
      api: {
        'GET /integrations/3': () => integrationOf(3),
        'GET /integrations/3/connect': () => connectOf(3),
        'GET /integrations/3/keys': () => ({ data: [], count: 0 }),
        'GET /integrations/3/publishers': () => ({ data: [], count: 0 }),
        'GET /events': ({ searchParams }) => listOf([], searchParams),
        'GET /events/rejected': () => ({ data: [], count: 0 }),
        ...tests([testEventOf(1)]),
      },
    });
    const arrivals = await part(/Check how Portico read the event/);
    expect(arrivals.queryByRole('switch', { name: 'Test data' })).toBeNull();
    await userEvent.click(await arrivals.findByRole('link', { name: 'See event payrun.tried.1' }));
    await waitFor(() => expect(location()).toBe('/admin/integrations/3?tab=events&test=on'));
    await waitFor(async () => expect(await rowTexts()).toHaveLength(1));
  });
});
