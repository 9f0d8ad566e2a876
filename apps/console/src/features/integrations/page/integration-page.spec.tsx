import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Answer } from '../../../testing/fake-network.ts';
import { eventAt, listOf } from '../../../testing/fixtures.ts';
import { overviewOf } from '../../../testing/health.ts';
import { integrationOf } from '../../../testing/integration.ts';
import { refusalOf } from '../../../testing/refusal.ts';
import { rejectedOf } from '../../../testing/rejected-event.ts';
import { renderConsole } from '../../../testing/render-console.tsx';

const events = [eventAt(0, { integration: 'Payroll 3' }), eventAt(1, { integration: 'Payroll 3', result: 'FAILURE' })];
const show = (path = '/admin/integrations/3', api: Record<string, Answer> = {}) =>
  renderConsole({
    path,
    usertype: 'ADMIN',
    api: {
      'GET /integrations/3': () => integrationOf(3),
      'GET /events/integrations/3/health': () => overviewOf(),
      'GET /events': ({ searchParams }) => listOf(events, searchParams),
      'GET /events/rejected': () => ({ data: [rejectedOf(1)], count: 1 }),
      ...api,
    },
  });
const figureOf = (name: string) =>
  screen
    .getAllByRole('term')
    .find((term) => term.textContent === name)
    ?.closest('div')?.textContent;

describe('the page of an integration', () => {
  it('shows events, failures, rejected events and delay, compared with the previous period', async () => {
    show();
    expect(await screen.findByRole('heading', { name: 'Payroll 3', level: 1 })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Integrations', selected: true })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Overview', selected: true })).toBeTruthy();
    await waitFor(() => expect(figureOf('Events')).toBe('100EventsUp 25% from the previous 24 h'));
    expect(figureOf('Failures')).toBe('10%FailuresUp 5 points from the previous 24 h');
    expect(figureOf('Rejected')).toBe('2RejectedNone in the previous 24 h');
    expect(figureOf('Median delay')).toBe('40 msMedian delay95% within 1 min 1 s');
    expect(screen.getByRole('figure', { name: /Events per/ })).toBeTruthy();
  });

  it('links the events that fail most to their failures in the list of events', async () => {
    show();
    const link = await screen.findByRole('link', { name: 'transfer.sent' });
    const href = new URL(link.getAttribute('href') ?? '', 'http://console.test');
    expect([href.pathname, Object.fromEntries(href.searchParams)]).toEqual([
      '/dashboard',
      { status: 'FAILURE', event: 'transfer.sent', range: '24h', integration: 'Payroll 3', organization: '4' },
    ]);
    expect(screen.getByText('The bank refused it')).toBeTruthy();
    expect(screen.getByText('12 min ago')).toBeTruthy();
  });

  it('keeps the period in the URL', async () => {
    const { location, calls } = show();
    await userEvent.click(await screen.findByRole('radio', { name: '7 d' }));
    await waitFor(() => expect(location()).toBe('/admin/integrations/3?period=7d'));
    await waitFor(() => expect(calls).toContain('GET /events/integrations/3/health?period=7d'));
    await waitFor(() => expect(figureOf('Events')).toContain('the previous 7 d'));
  });

  it('lists the newest events and links to the list of events', async () => {
    const { location, calls } = show();
    await userEvent.click(await screen.findByRole('tab', { name: 'Events' }));
    const table = await screen.findByRole('table', { name: 'Newest events of Payroll 3' });
    await within(table).findByRole('link', { name: 'payrun.1' });
    expect(location()).toBe('/admin/integrations/3?tab=events');
    expect(calls).toContain('GET /events?where=integration%3A%233&limit=10');
    expect(screen.getByRole('link', { name: 'Failures' }).getAttribute('href')).toBe(
      '/dashboard?status=FAILURE&integration=Payroll+3&organization=4',
    );
  });

  it('lists the latest rejections', async () => {
    const { calls } = show('/admin/integrations/3?tab=rejected');
    const all = await screen.findByRole('link', { name: 'All rejected events' });
    expect(all.getAttribute('href')).toBe('/rejected?integration=3');
    expect(calls).toContain('GET /events/rejected?integration=3&limit=10');
    const table = screen.getByRole('table', { name: 'Newest rejected events of Payroll 3' });
    expect(await within(table).findByText(rejectedOf(1).rejection.reason)).toBeTruthy();
  });

  it('shows the edit form as settings, and sends only changed fields', async () => {
    const bodies: unknown[] = [];
    show('/admin/integrations/3?tab=settings', {
      'PATCH /integrations/3': (_, { body }) => {
        bodies.push(typeof body === 'string' && JSON.parse(body));
        return integrationOf(3, { name: 'Wages' });
      },
    });
    const form = within(await screen.findByRole('form', { name: 'Settings' }));
    const name = form.getByRole('textbox', { name: 'Name' });
    await userEvent.clear(name);
    await userEvent.paste('Wages');
    await userEvent.click(form.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByRole('heading', { name: 'Wages', level: 1 })).toBeTruthy();
    expect(bodies).toEqual([{ name: 'Wages' }]);
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });

  it('shows an error for an unknown integration', async () => {
    show('/admin/integrations/3', {
      'GET /integrations/3': () => refusalOf(404, 'not_found', 'The integration does not exist'),
    });
    expect(await screen.findByText('The integration could not be loaded')).toBeTruthy();
    expect(screen.getAllByText('The integration does not exist').length).toBeGreaterThan(0);
  });

  it('shows that no event failed, and that no earlier period can be compared', async () => {
    const none = { success: 0, failure: 0 };
    show('/admin/integrations/3', {
      'GET /events/integrations/3/health': () =>
        overviewOf({ counts: none, before: none, failing: [], delay: null, rejected: { count: 0, before: null } }),
    });
    expect(await screen.findByText('No event failed in this period.')).toBeTruthy();
    expect(figureOf('Failures')).toBe('–FailuresNo earlier data to compare');
    expect(figureOf('Events')).toBe('0EventsSame as the previous 24 h');
  });
});
