import { describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Usertype } from '@portico/contracts/common/roles';
import { fakeEvents } from '../../testing/fake-events.ts';
import { eventAt } from '../../testing/fixtures.ts';
import { integrationOf } from '../../testing/integration.ts';
import { NORTHWIND } from '../../testing/organization.ts';
import { connectOf } from '../../testing/connect.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { themeChoice } from '../theme/theme-choice.ts';
import { navigationFor } from '../shell/navigation.ts';
import { placesFor } from './places.ts';

const ROWS = [eventAt(0), eventAt(1)];
const EMPTY = () => ({ data: [], count: 0 });
const API = {
  ...fakeEvents(ROWS),
  'GET /billable-products': () => [],
  'GET /users': EMPTY,
  'GET /integrations': () => ({ data: [integrationOf(7, { name: 'northwind-bank' })], count: 1 }),
  'GET /organizations': () => ({ data: [NORTHWIND], count: 1 }),
  'GET /users/organizations': () => ({
    data: [{ organization: { id: 4, name: 'Northwind' }, approved: true, role: 'viewer' }],
    count: 1,
  }),
};

const show = async (usertype: Usertype = 'ADMIN', path = '/dashboard') => {
  const shown = renderConsole({ path, usertype, api: API });
  await screen.findByRole('navigation', { name: 'Main' });
  return shown;
};
const open = async () => {
  await userEvent.keyboard('{Control>}k{/Control}');
  return within(await screen.findByRole('dialog', { name: 'Commands' }));
};
const texts = (palette: Awaited<ReturnType<typeof open>>) =>
  palette.queryAllByRole('option').map(({ textContent }) => textContent);

describe('the command palette', () => {
  it('opens with Ctrl+K, also while typing, navigates to a screen, and returns the focus when closed', async () => {
    const { location } = await show();
    const search = await screen.findByRole('combobox', { name: 'Search Events...' });
    await userEvent.click(search);
    const palette = await open();
    expect(document.activeElement).toBe(palette.getByRole('combobox', { name: 'Go to, find, do…' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Commands' })).toBeNull());
    expect(document.activeElement).toBe(search);
    await open();
    await userEvent.keyboard('rejected{Enter}');
    await waitFor(() => expect(location()).toBe('/rejected'));
  });

  it('keeps the text that the user types while the palette code loads', async () => {
    await show();
    await screen.findByRole('combobox', { name: 'Search Events...' });
    await userEvent.keyboard('{Control>}k{/Control}rejectet{Backspace}d');
    const palette = within(await screen.findByRole('dialog', { name: 'Commands' }));
    expect(palette.getByRole<HTMLInputElement>('combobox').value).toBe('rejected');
  });

  it('links members to the billing of their organizations', async () => {
    const membership = { organization: { id: 4, name: 'Northwind' }, approved: true, role: 'viewer', hasBilling: true };
    const { location } = renderConsole({
      path: '/dashboard',
      usertype: 'CLIENT',
      api: { ...API, 'GET /users/organizations': () => ({ data: [membership], count: 1 }) },
    });
    await screen.findByRole('navigation', { name: 'Main' });
    const palette = await open();
    await userEvent.keyboard('billing');
    await userEvent.click(await palette.findByRole('option', { name: 'Billing of Northwind' }));
    await waitFor(() => expect(location()).toBe('/organizations/4/billing'));
  });

  it('links to rejected events only for users who may correct them', async () => {
    let connected: object = { data: [], count: 0 };
    const showMember = () =>
      renderConsole({
        path: '/dashboard',
        usertype: 'VENDOR',
        api: {
          ...API,
          'GET /integrations/connected': () => connected,
          'GET /events/rejected': EMPTY,
        },
      });
    showMember();
    await screen.findByRole('navigation', { name: 'Main' });
    const before = await open();
    await userEvent.keyboard('rejected');
    await before.findByRole('option', { name: 'Search events for “rejected”' });
    expect(before.queryByRole('option', { name: 'Rejected events' })).toBeNull();
    cleanup();
    connected = { data: [connectOf(3, { right: 'publisher' })], count: 1 };
    const { location } = showMember();
    await screen.findByRole('navigation', { name: 'Main' });
    const palette = await open();
    await userEvent.keyboard('rejected');
    await userEvent.click(await palette.findByRole('option', { name: 'Rejected events' }));
    await waitFor(() => expect(location()).toBe('/rejected'));
  });

  it('finds integrations, organizations and events through the server', async () => {
    const { location, calls } = await show();
    const palette = await open();
    await userEvent.keyboard('northwind');
    await waitFor(() =>
      expect(texts(palette)).toEqual(expect.arrayContaining([expect.stringContaining('northwind-bank')])),
    );
    expect(texts(palette).at(-1)).toBe('Search events for “northwind”');
    await userEvent.clear(palette.getByRole('combobox'));
    const [{ trace_id, source_id, id }] = ROWS as [(typeof ROWS)[0]];
    await userEvent.paste(trace_id);
    const event = await palette.findByRole('option', { name: new RegExp(ROWS[0]?.event_name ?? '-') });
    await userEvent.click(event);
    await waitFor(() => expect(location()).toBe(`/dashboard?open=${trace_id}-${source_id}.${id}`));
    expect(calls.some((call) => call.startsWith('GET /integrations?search=northwind'))).toBe(true);
  });

  it('neither requests nor links to data that only administrators may see', async () => {
    const { calls, location } = await show('CLIENT');
    const palette = await open();
    expect(texts(palette)).not.toContain('Usersgu');
    await userEvent.keyboard('northw');
    await userEvent.click(await palette.findByRole('option', { name: 'Northwind' }));
    await waitFor(() => expect(location()).toBe('/organizations/4'));
    expect(calls.filter((call) => /^GET \/(integrations|users|organizations)\?/.test(call))).toEqual([]);
  });

  it.each([
    ['Error:timeout', '"Error:timeout"'],
    ['foo(bar', '"foo(bar"'],
    ['status:FAILURE', 'status:FAILURE'],
  ])('turns the text %s into the query %s', async (typed, where) => {
    const { location } = await show();
    const palette = await open();
    await userEvent.click(palette.getByRole('combobox'));
    await userEvent.paste(typed);
    await userEvent.click(await palette.findByRole('option', { name: `Search events for “${typed}”` }));
    await waitFor(() => expect(location()).toBe(`/dashboard?${new URLSearchParams({ where }).toString()}`));
  });

  it('runs actions of the current screen', async () => {
    await show();
    await screen.findByRole('button', { name: 'Pause' });
    await open();
    await userEvent.keyboard('pause{Enter}');
    await screen.findByRole('button', { name: 'Resume' });
    await open();
    await userEvent.keyboard('export{Enter}');
    await screen.findByRole('dialog', { name: /Export/ });
  });

  it('changes the theme', async () => {
    await show();
    await open();
    await userEvent.keyboard('dark blue{Enter}');
    expect(themeChoice()).toBe('dark-blue');
  });
});

describe('the shortcut of g and a letter', () => {
  it('opens a screen that the viewer may see, but not while the viewer types in a text field', async () => {
    const { location } = await show();
    const search = await screen.findByRole('combobox', { name: 'Search Events...' });
    await userEvent.keyboard('go');
    await waitFor(() => expect(location()).toBe('/admin/organizations'));
    await userEvent.keyboard('ge');
    await waitFor(() => expect(location()).toBe('/dashboard'));
    expect(search.isConnected).toBe(false);
    await userEvent.click(await screen.findByRole('combobox', { name: 'Search Events...' }));
    await userEvent.keyboard('gu');
    expect(screen.getByRole('combobox', { name: 'Search Events...' })).toHaveProperty('value', 'gu');
    expect(location()).toBe('/dashboard');
  });

  it('does not open a screen that the viewer may not see', async () => {
    const { location } = await show('CLIENT');
    await userEvent.keyboard('gu');
    await userEvent.keyboard('gp');
    await waitFor(() => expect(location()).toBe('/products'));
  });

  it.each<Usertype>(['LEAD', 'VENDOR', 'CLIENT', 'ADMIN', 'SUPER_ADMIN'])(
    'exists for each menu item of a %s',
    (usertype) => {
      const hrefs = placesFor(usertype).map(({ href }) => href);
      const rights = { isMember: usertype !== 'LEAD', connects: false, mayCorrect: false, isOperator: false };
      // A lead's dashboard redirects to the products, and /admin shows the users.
      const menu = navigationFor(usertype, rights).flatMap(({ items }) => items.map(({ to }) => to));
      const own = menu.filter((to) => to !== '/admin' && !(usertype === 'LEAD' && to === '/dashboard'));
      expect(hrefs).toEqual(expect.arrayContaining(own));
    },
  );
});
