import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Results } from '@portico/contracts/http/event-health';
import { createFakeRows } from '../../testing/fake-rows.ts';
import type { Answer } from '../../testing/fake-network.ts';
import { ago, healthOf } from '../../testing/health.ts';
import { integrationOf } from '../../testing/integration.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { livenessOf } from '../../testing/silence.ts';
import { answeringTrouble, silentOf, troubleOf, uncorrectedOf } from '../../testing/trouble.ts';

const show = (count: number, api: Record<string, Answer> = {}) => {
  const rows = Array.from({ length: count }, (_, index) => integrationOf(index + 20));
  const fake = createFakeRows('/integrations', 'PATCH', rows, (id, values) => integrationOf(id, values));
  return renderConsole({ path: '/admin/integrations', usertype: 'ADMIN', api: { ...fake.api, ...api } });
};

describe('the list of integrations with their health', () => {
  it('shows the health of the integrations on the page, and links to each integration', async () => {
    const hoursOf = (last: Results) => [...Array.from({ length: 23 }, () => ({ success: 0, failure: 0 })), last];
    const none = healthOf(22, { last_at: null, hours: hoursOf({ success: 0, failure: 0 }) });
    const healthy = healthOf(21, { hours: hoursOf({ success: 3, failure: 1 }) });
    const { calls } = show(3, {
      'GET /trouble': answeringTrouble(troubleOf(21)),
      'GET /events/rejected/uncorrected': () => ({ data: [uncorrectedOf(20, { count: 4 })] }),
      'GET /events/integrations/health': () => ({
        data: [healthOf(20, { last_at: ago(3) }), healthy, none],
      }),
    });
    const cellsOf = async (name: string) =>
      within(await screen.findByRole('row', { name: new RegExp(name) }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    await screen.findByRole('link', { name: '4' });
    expect((await cellsOf('Payroll 20')).slice(1, 9)).toEqual([
      '20',
      'Northwind',
      'other',
      'active',
      '3 min ago',
      '78',
      '7.7%',
      '4',
    ]);
    expect((await cellsOf('Payroll 21')).slice(6, 9)).toEqual(['4', '25%', '0']);
    expect((await cellsOf('Payroll 22')).slice(5, 9)).toEqual(['never', '0', '–', '0']);
    expect(calls).toContain('GET /events/integrations/health?ids=20%2C21%2C22');
    const shareOf = (text: string) => screen.getByText(text).getAttribute('data-tone');
    // Red marks failing integrations, not occasional failures.
    expect([shareOf('7.7%'), shareOf('25%')]).toEqual([null, 'danger']);
    const link = screen.getByRole('link', { name: 'Health of Payroll 20' });
    expect(link.getAttribute('href')).toBe('/admin/integrations/20');
    await userEvent.click(link);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows since when integrations are silent, and how many events are missing', async () => {
    show(4, {
      'GET /events/integrations/health': () => ({ data: [20, 21, 22, 23].map((id) => healthOf(id)) }),
      'GET /trouble': answeringTrouble(silentOf(22)),
      'GET /silence': () => ({
        data: [
          livenessOf(20, { state: 'silent', lastArrivalAt: ago(26 * 60) }),
          livenessOf(21, { state: 'quiet', lastArrivalAt: ago(300.5), expected: 12.2 }),
          livenessOf(22, { state: 'silent', lastArrivalAt: ago(26 * 60), expected: 31.4 }),
          livenessOf(23, { state: 'paused', pausedUntil: ago(-60) }),
        ],
      }),
    });
    const cellOf = async (name: string) =>
      within(await screen.findByRole('row', { name: new RegExp(name) })).getAllByRole('cell')[5]?.textContent;
    await screen.findByText('Quiet for 5 h, usually 12 events by now');
    expect(await cellOf('Payroll 20')).toMatch(/ago$/);
    expect(await cellOf('Payroll 22')).toMatch(/^Silent since \w{3} \d\d:\d\d [AP]M, about 31 expected$/);
    expect(await cellOf('Payroll 23')).toMatch(/^Paused until \w{3} \d\d:\d\d [AP]M$/);
  });

  it('sorts all integrations by a column, and filters unhealthy integrations', async () => {
    const { location, calls } = show(12, {
      'GET /trouble': answeringTrouble(silentOf(31)),
      'GET /events/rejected/uncorrected': () => ({ data: [uncorrectedOf(25, { count: 4 })] }),
      'GET /events/integrations/health': ({ searchParams }) => ({
        data: (searchParams.get('ids') ?? '').split(',').map((id) =>
          healthOf(Number(id), {
            hours: Array.from({ length: 24 }, () => ({ success: Number(id), failure: id === '28' ? 30 : 1 })),
          }),
        ),
      }),
    });
    const names = () =>
      screen
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
    await screen.findByText('Payroll 20');
    await userEvent.click(screen.getByRole('button', { name: 'Failures' }));
    await waitFor(() => expect(names().slice(0, 2)).toEqual(['Payroll 28', 'Payroll 20']));
    expect(location()).toBe('/admin/integrations?sort=-failures');
    await userEvent.click(screen.getByRole('button', { name: 'Failures' }));
    await waitFor(() => expect(names()[0]).toBe('Payroll 31'));
    await userEvent.click(screen.getByRole('button', { name: 'Events, 24 h' }));
    await waitFor(() => expect(names().slice(0, 2)).toEqual(['Payroll 28', 'Payroll 31']));
    await userEvent.click(screen.getByRole('button', { name: 'Only unhealthy' }));
    await waitFor(() => expect(names()).toEqual(['Payroll 31', 'Payroll 25']));
    expect(location()).toBe('/admin/integrations?sort=-hours&unhealthy=true');
    expect(calls).toContain('GET /integrations?search=&limit=100&offset=0');
  });

  it('shows the integrations even without health data', async () => {
    show(1);
    await screen.findByText('Payroll 20');
    expect(screen.getByRole('row', { name: /Payroll 20/ }).textContent).toContain('––––');
  });
});
