import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { routeTree } from '../../routeTree.gen.ts';
import { CONFIG, listOf } from '../../testing/fixtures.ts';
import { renderConsole } from '../../testing/render-console.tsx';

const EMPTY = () => ({ data: [], count: 0 });
const api = {
  'GET /billable-products': () => [],
  'GET /users': EMPTY,
  'GET /users/organizations': EMPTY,
  'GET /organizations': EMPTY,
  'GET /integrations': EMPTY,
  'GET /events': ({ searchParams }: URL) => listOf([], searchParams),
};

// React logs a failed login.
beforeEach(() => void jest.spyOn(console, 'error').mockReturnValue());
afterEach(() => void jest.restoreAllMocks());

describe('the public layout', () => {
  const PUBLIC = ['/', '/callback', '/leads/new', '/login', '/signup', '/vendors/sign-up'];

  // spec: 2.7
  it('is used for exactly the public paths', () => {
    renderConsole({ path: '/', api });
    const layout = Object.values(routeTree.children ?? {}).find(({ id }) => id === '/_public');
    const paths = Object.values(layout?.children ?? {}).map((route) => (route as { fullPath: string }).fullPath);
    expect(paths.toSorted()).toEqual(PUBLIC);
  });

  // spec: 2.60, 2.61
  it.each(['/', '/leads/new', '/signup', '/vendors/sign-up'])('shows Login at %s', async (path) => {
    renderConsole({ path, api });
    expect((await screen.findByRole('link', { name: 'Login' })).getAttribute('href')).toBe('/login');
    expect(screen.getByRole('link', { name: CONFIG.productName }).getAttribute('href')).toBe('/');
  });

  // spec: 2.60, 2.61, 4.22
  it.each(['/', '/leads/new', '/vendors/sign-up'])('links a signed-in user at %s to the dashboard', async (path) => {
    const { location } = renderConsole({ path, usertype: 'CLIENT', api });
    expect((await screen.findByRole('link', { name: CONFIG.productName })).getAttribute('href')).toBe('/dashboard');
    expect(location()).toBe(path);
    expect(screen.queryByRole('link', { name: 'Login' })).toBeNull();
  });
});

describe('the admin tabs', () => {
  // spec: 2.17, 2.19, 2.20, 2.64
  it('are four links with lower-case paths, and mark the current tab', async () => {
    const { location } = renderConsole({ path: '/admin', usertype: 'ADMIN', api });
    await screen.findByRole('tab', { name: 'Users', selected: true });
    const tabs = () => within(screen.getByRole('tablist', { name: 'Admin' })).getAllByRole('tab');
    expect(tabs().map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
      ['Users', '/admin/users'],
      ['Organizations', '/admin/organizations'],
      ['Integrations', '/admin/integrations'],
      ['Functions', '/admin/functions'],
    ]);
    for (const name of ['Organizations', 'Integrations', 'Functions', 'Users']) {
      await userEvent.click(screen.getByRole('tab', { name }));
      expect(await screen.findByRole('tab', { name, selected: true })).toBeTruthy();
      expect(location()).toBe(`/admin/${name.toLowerCase()}`);
    }
  });
});

describe('the user menu', () => {
  // spec: 2.58, 2.59
  it('contains User Settings, Organization Settings and Logout', async () => {
    renderConsole({ path: '/products', usertype: 'CLIENT', api });
    await userEvent.click(await screen.findByRole('button', { name: /Hello, Ada/ }));
    const menu = within(await screen.findByRole('menu', { name: 'User menu' }));
    const items = menu.getAllByRole('menuitem').map(({ textContent }) => textContent);
    expect(items).toEqual(expect.arrayContaining(['User Settings', 'Organization Settings', 'Logout']));
  });
});

describe('the sidebar', () => {
  // spec: 2.54
  it('collapses to its icons and expands again', async () => {
    renderConsole({ path: '/products', usertype: 'CLIENT', api });
    const items = () =>
      within(screen.getByRole('navigation', { name: 'Main' }))
        .getAllByRole('link')
        .map(({ textContent }) => textContent);
    await userEvent.click(await screen.findByRole('button', { name: 'Collapse sidebar' }));
    expect(items()).toEqual(['', '']);
    await userEvent.click(screen.getByRole('button', { name: 'Expand sidebar' }));
    await waitFor(() => expect(items()).toEqual(['Dashboard', 'Products']));
  });
});
