import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Usertype } from '@portico/contracts/common/roles';
import { userNumbered } from '../../testing/fake-users.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { names, people, renderUsers } from '../../testing/render-users.tsx';

describe('the administration screens', () => {
  // spec: 2.18, 2.64
  it.each(['/admin', '/admin/users'])('show the tab Users at %s', async (path) => {
    const { location } = renderUsers({ path });
    await screen.findByText('Person 20');
    expect(screen.getByRole('tab', { name: 'Users', selected: true }).getAttribute('href')).toBe('/admin/users');
    expect(location()).toBe(path);
  });

  // spec: 2.20
  it('show the first tab at an unknown URL', async () => {
    const { location } = renderUsers({ path: '/admin/nothing' });
    await screen.findByText('Person 20');
    expect(location()).toBe('/admin');
  });

  // spec: 2.16, 6.5
  it.each<[Usertype, string]>([
    ['CLIENT', '/dashboard'],
    ['VENDOR', '/dashboard'],
    ['LEAD', '/products'],
  ])('redirect a %s to %s', async (usertype, path) => {
    const { location } = renderUsers({ path: '/admin/users', usertype });
    await waitFor(() => expect(location()).toBe(path));
  });
});

describe('the list of users', () => {
  // spec: 3.3, 9.1
  it('shows ten users a page, with readable types', async () => {
    const users = [userNumbered(9, { name: 'Grace', usertype: 'SUPER_ADMIN' }), ...people(11)];
    const { location, calls } = renderUsers({ users, usertype: 'SUPER_ADMIN' });
    await screen.findByText('SUPER ADMIN');
    expect(names()).toHaveLength(10);
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Person 30');
    expect(location()).toBe('/admin/users?page=2');
    expect(calls).toContain('GET /users?search=&limit=10&offset=10');
  });

  it("shows each user's organizations, and the time of the last sign-in", async () => {
    const organizations = [
      { id: 4, name: 'Northwind' },
      { id: 5, name: 'Contoso' },
    ];
    const signedOnAt = new Date(Date.now() - 7_200_000).toISOString();
    renderUsers({ users: [userNumbered(9, { name: 'Grace', organizations, signedOnAt }), userNumbered(8)] });
    expect((await screen.findByRole('row', { name: /Grace/ })).textContent).toMatch(/Northwind, Contoso2 h ago/);
    expect(screen.getByText('Never')).toBeTruthy();
  });

  // spec: 4.7, 7.3, 9.39
  it('returns to page 1 for a search', async () => {
    const { location, calls } = renderUsers({ path: '/admin/users?page=2' });
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search users...' }), 'person 25');
    await waitFor(() => expect(names()).toEqual(['Person 25']));
    expect(location()).toBe('/admin/users?search=person+25');
    expect(calls).toContain('GET /users?search=person+25&limit=10&offset=0');
  });

  it('shows an empty state', async () => {
    renderUsers({ users: [] });
    expect(await screen.findByText('No results.')).toBeTruthy();
  });

  // spec: 8.16
  it('shows an error if loading fails', async () => {
    renderUsers({ api: { 'GET /users': () => refusalOf(500, 'internal', 'The disk is full') } });
    expect(await screen.findByText('Users could not be loaded')).toBeTruthy();
    expect((await screen.findAllByText('There was an error:')).length).toBeGreaterThan(0);
  });
});
