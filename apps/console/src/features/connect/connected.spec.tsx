import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Usertype } from '@portico/contracts/common/roles';
import { connectOf } from '../../testing/connect.ts';
import type { Answer } from '../../testing/fake-network.ts';
import { eventAt, listOf } from '../../testing/fixtures.ts';
import { healthOf } from '../../testing/health.ts';
import { integrationOf } from '../../testing/integration.ts';
import { renderConsole } from '../../testing/render-console.tsx';

const EMPTY_LIST = { data: [], count: 0 };
const PAYROLL = connectOf(3, { right: 'publisher' });
const show = (connected: object, path = '/connect', usertype: Usertype = 'VENDOR', api: Record<string, Answer> = {}) =>
  renderConsole({
    path,
    usertype,
    api: {
      'GET /integrations/connected': () => connected,
      'GET /integrations/3/connect': () => PAYROLL,
      'GET /integrations/3/keys': () => EMPTY_LIST,
      'GET /users/organizations': () => EMPTY_LIST,
      'GET /users/invitations': () => EMPTY_LIST,
      'GET /events': ({ searchParams }) => listOf([eventAt(1)], searchParams),
      ...api,
    },
  });
const item = () => screen.queryByRole('link', { name: 'Connect' });

describe('the connected integrations', () => {
  it('are listed with links to their pages', async () => {
    const { location } = show({ data: [PAYROLL], count: 1 });
    await userEvent.click(await screen.findByRole('link', { name: 'Payroll 3' }));
    expect(await screen.findByRole('heading', { name: 'Connect Payroll 3', level: 1 })).toBeTruthy();
    expect(location()).toBe('/connect/3');
    await userEvent.click(screen.getByRole('link', { name: 'All integrations' }));
    await waitFor(() => expect(location()).toBe('/connect'));
  });

  it('are replaced by a message if the list is empty', async () => {
    show(EMPTY_LIST);
    expect(await screen.findByText('No integration to connect')).toBeTruthy();
    expect(item()).toBeNull();
  });

  it.each(['VENDOR', 'CLIENT', 'LEAD'] as const)(
    'have a menu item for a %s if there is at least one',
    async (usertype) => {
      show({ data: [PAYROLL], count: 1 }, '/connect', usertype);
      await waitFor(() => expect(item()?.getAttribute('href')).toBe('/connect'));
    },
  );

  it('show their events to a publisher without an organization', async () => {
    show({ data: [PAYROLL], count: 1 }, '/dashboard');
    expect(await screen.findByText('payrun.1')).toBeTruthy();
    expect(screen.queryByText(/not currently assigned/)).toBeNull();
  });

  it('replace the dashboard of a publisher until the first event, with the Connect page of a single integration', async () => {
    let hasEvents = false;
    show({ data: [PAYROLL], count: 1 }, '/dashboard', 'VENDOR', {
      'GET /events': ({ searchParams }) => listOf(hasEvents ? [eventAt(1)] : [], searchParams),
    });
    expect(await screen.findByRole('heading', { name: 'Connect Payroll 3', level: 1 })).toBeTruthy();
    expect(await screen.findByText('Waiting for your first event…')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Create a key' })).toBeTruthy();
    expect(screen.queryByText(/does not have any integrations/)).toBeNull();
    hasEvents = true;
    // The page stays open after the first event, because the viewer watches this event.
    await userEvent.click(await screen.findByRole('button', { name: 'See all events' }, { timeout: 5_000 }));
    expect(await screen.findByText('payrun.1')).toBeTruthy();
    expect(screen.queryByText('Waiting for your first event…')).toBeNull();
  });

  it('replace the dashboard of a publisher until the first event, with a list of several integrations', async () => {
    show({ data: [PAYROLL, connectOf(5, { right: 'publisher' })], count: 2 }, '/dashboard', 'VENDOR', {
      'GET /events': ({ searchParams }) => listOf([], searchParams),
    });
    expect(await screen.findByText('Waiting for your first event…')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Payroll 3' }).getAttribute('href')).toBe('/connect/3');
    expect(screen.getByRole('link', { name: 'Payroll 5' }).getAttribute('href')).toBe('/connect/5');
  });

  it.each(['ADMIN', 'SUPER_ADMIN'] as const)('are all integrations for a %s, who can search them', async (usertype) => {
    const { location } = show(EMPTY_LIST, '/connect', usertype, {
      'GET /integrations': ({ searchParams }) => {
        const data = [integrationOf(3), integrationOf(4)].filter(({ name }) =>
          name.includes(searchParams.get('search') ?? ''),
        );
        return { data, count: data.length };
      },
    });
    expect(await screen.findByRole('button', { name: 'Payroll 4' })).toBeTruthy();
    expect(screen.queryByText(/publisher/)).toBeNull();
    await userEvent.type(screen.getByPlaceholderText('Search integration...'), '3');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Payroll 4' })).toBeNull());
    await userEvent.click(await screen.findByRole('button', { name: 'Payroll 3' }));
    await waitFor(() => expect(location()).toBe('/connect/3'));
  });

  it('are replaced by a hint to join an organization if the user has no integration', async () => {
    show(EMPTY_LIST, '/dashboard');
    expect(await screen.findByText(/not currently assigned to any organization/)).toBeTruthy();
  });
});

describe('a newly created integration', () => {
  it('has a link in the list to its Connect page', async () => {
    const created: unknown[] = [];
    const { location } = show(EMPTY_LIST, '/admin/integrations', 'ADMIN', {
      'GET /integrations': () => ({ data: created, count: created.length }),
      'GET /events/integrations/health': () => ({ data: created.map(() => healthOf(3, { last_at: null })) }),
      'GET /integrations/3': () => integrationOf(3),
      'POST /integrations': () => {
        created.push(integrationOf(3));
        return integrationOf(3);
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Add Integration' }));
    await userEvent.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Payroll 3');
    await userEvent.click(screen.getByRole('button', { name: 'Create integration' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Connect Payroll 3' }));
    expect(await screen.findByRole('tab', { name: 'Connect', selected: true })).toBeTruthy();
    expect(location()).toBe('/admin/integrations/3?tab=connect');
    expect(await screen.findByRole('heading', { name: /Create a key/ })).toBeTruthy();
  });
});
