import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within, type BoundFunctions, type queries } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ListedOrganization, UserOrganization } from '@portico/contracts/http/orgs';
import { createFakeRows } from '../../testing/fake-rows.ts';
import { CONFIG, userOf } from '../../testing/fixtures.ts';
import { refusalOf } from '../../testing/refusal.ts';
import type { Answer } from '../../testing/fake-network.ts';
import { renderConsole } from '../../testing/render-console.tsx';

type Scope = BoundFunctions<typeof queries>;

const organizationOf = (id: number, change: Partial<ListedOrganization> = {}): ListedOrganization => ({
  id,
  name: `Northwind ${id}`,
  billingEmail: 'bills@northwind.test',
  addressLine1: null,
  addressLine2: null,
  city: null,
  state: null,
  zipCode: 2139,
  country: null,
  referenceId: null,
  customerId: 'cus_1',
  timeZone: null,
  auditDays: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  memberCount: 3,
  pendingCount: 0,
  ...change,
});
const organizations = (count: number) => Array.from({ length: count }, (_, index) => organizationOf(index + 20));
const personOf = (id: number, name: string) => ({ ...userOf('CLIENT'), id, name, email: `${name}@acme.test` });
const memberOf = (userId: number, name: string, approved: boolean): UserOrganization => ({
  userId,
  organizationId: 20,
  approved,
  user: { id: userId, name, email: `${name}@acme.test`, usertype: 'CLIENT' },
});

const show = (rows = organizations(12), api: Record<string, Answer> = {}) => {
  const fake = createFakeRows('/organizations', 'PUT', rows, (id, values) => organizationOf(id, values));
  return {
    ...renderConsole({ path: '/admin/organizations', usertype: 'ADMIN', api: { ...fake.api, ...api } }),
    sent: fake.sent,
  };
};
const names = () =>
  within(screen.getByRole('table', { name: 'Organizations' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));
const box = (scope: Scope, name: string) => scope.getByRole<HTMLInputElement>('textbox', { name });
const fill = async (scope: Scope, name: string, text: string) => {
  await userEvent.clear(box(scope, name));
  if (text !== '') await userEvent.paste(text);
};
const press = (scope: Scope, name: string) => userEvent.click(scope.getByRole('button', { name }));
/** Selects an action in a row's menu. */
const act = async (name: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
};
/** Returns the first toast with a text, because toasts of earlier tests may still be present. */
const toastWith = async (text: string) => (await screen.findAllByText(text))[0];

describe('organizations', () => {
  // spec: 9.1
  it('are listed ten per page, with the number of pending users', async () => {
    show([organizationOf(1, { name: 'Contoso', pendingCount: 2 }), ...organizations(11)]);
    await screen.findByText('2 to approve');
    expect(screen.getByRole('tab', { name: 'Organizations', selected: true })).toBeTruthy();
    expect(names()).toHaveLength(10);
  });

  it('have a button that opens their page, and a menu that opens their people', async () => {
    const { location } = show(organizations(3), { 'GET /organizations/21': () => organizationOf(21) });
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Northwind 21' }));
    const menu = within(await screen.findByRole('menu', { name: 'Actions for Northwind 21' }));
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Assign users',
      'Roles',
      'Invite',
      'Delete',
    ]);
    await userEvent.click(menu.getByRole('menuitem', { name: 'Roles' }));
    await waitFor(() => expect(location()).toBe('/organizations/21/people'));
    await userEvent.click(await screen.findByRole('link', { name: 'Organizations', current: false }));
    await userEvent.click(await screen.findByRole('button', { name: 'Northwind 22' }));
    await waitFor(() => expect(location()).toBe('/organizations/22'));
  });

  // spec: 5.1
  it('are created', async () => {
    const { sent } = show();
    await userEvent.click(await screen.findByRole('button', { name: 'Add Organization' }));
    const dialog = await dialogOf('Create organization');
    expect(dialog.queryByRole('textbox', { name: 'Stripe customer ID' })).toBeNull();
    await fill(dialog, 'Name', 'C');
    await press(dialog, 'Create organization');
    expect(await dialog.findByText('Name should be at least 2 letters long')).toBeTruthy();
    await fill(dialog, 'Name', 'Contoso');
    await press(dialog, 'Create organization');
    await waitFor(() => expect(names()).toContain('Contoso'));
    expect(sent[0]).toMatchObject({ name: 'POST /organizations', body: { name: 'Contoso', zipCode: null } });
  });

  // spec: 8.7
  it('show an error if creation fails', async () => {
    show(organizations(3), { 'POST /organizations': () => refusalOf(403, 'forbidden', 'Not you') });
    await userEvent.click(await screen.findByRole('button', { name: 'Add Organization' }));
    const dialog = within(await screen.findByRole('dialog'));
    await fill(dialog, 'Name', 'Contoso');
    await userEvent.keyboard('{Enter}');
    expect(await toastWith('Error creating organization')).toBeTruthy();
    expect((await screen.findAllByText('Not you')).length).toBeGreaterThan(0);
  });

  // spec: 2.48
  it('are deleted after a confirmation', async () => {
    const { sent } = show();
    await act('Northwind 21', 'Delete');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Deleting organization' }));
    await press(dialog, 'Delete');
    await waitFor(() => expect(names()).not.toContain('Northwind 21'));
    expect(sent).toEqual([{ name: 'DELETE /organizations/21' }]);
  });
});

describe('assigning users', () => {
  const people = [personOf(1, 'ada'), personOf(2, 'grace'), personOf(3, 'alan')];
  const open = async (api: Record<string, Answer> = {}) => {
    const members = { current: [memberOf(1, 'ada', false)], version: 4 };
    const sent: unknown[] = [];
    const screenOf = show(organizations(1), {
      'GET /organizations/20': () => ({
        ...organizationOf(20),
        userOrganizations: members.current,
        membersVersion: members.version,
        organizationProducts: [],
        organizationEntitlements: [],
      }),
      'GET /users': () => ({ data: people, count: people.length }),
      'PUT /organizations/assign-many': (_, { body }) => {
        sent.push(JSON.parse(typeof body === 'string' ? body : ''));
        return { userOrganizations: [], membersVersion: 5 };
      },
      ...api,
    });
    await act('Northwind 20', 'Assign users');
    const dialog = await dialogOf('Assign users to Northwind 20');
    await dialog.findByRole('button', { name: 'Assign grace@acme.test' });
    return { ...screenOf, dialog, sent, members };
  };
  const usersIn = (dialog: Scope, label: string) =>
    within(dialog.getByRole('region', { name: label }))
      .queryAllByRole('button', { name: /^(Remove|Assign) / })
      .map((button) => button.getAttribute('aria-label')?.split(' ')[1]);

  // spec: 1.6, 2.43, 2.44, 2.45, 2.46, 2.47, 4.12, 4.14, 4.15, 7.12, 8.23
  it('sends no request until the user saves, and then sends the whole list of assigned users', async () => {
    const { dialog, sent } = await open();
    for (const text of ['Assigned Users:', 'Available Users:', 'Approved:'])
      expect(dialog.getByText(text)).toBeTruthy();
    expect(dialog.getByRole('searchbox', { name: 'Search users...' })).toBeTruthy();
    expect(usersIn(dialog, 'Available Users')).toEqual(['grace@acme.test', 'alan@acme.test']);
    await press(dialog, 'Assign grace@acme.test');
    expect(usersIn(dialog, 'Assigned Users')).toEqual(['grace@acme.test', 'ada@acme.test']);
    expect(usersIn(dialog, 'Available Users')).toEqual(['alan@acme.test']);
    await userEvent.click(within(dialog.getByRole('listitem', { name: 'ada@acme.test' })).getByRole('switch'));
    expect(sent).toEqual([]);
    await press(dialog, 'Save changes');
    expect(await toastWith('Organization updated!')).toBeTruthy();
    expect(await toastWith('Users assigned to Northwind 20 successfully!')).toBeTruthy();
    const users = [
      { id: 2, approved: false },
      { id: 1, approved: true },
    ];
    expect(sent).toEqual([{ organizationId: 20, users, version: 4 }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  // spec: 4.13
  it('moves a removed user to the available users, and reloads the available users', async () => {
    const { dialog, calls } = await open();
    const userRequests = () => calls.filter((call) => call.startsWith('GET /users?')).length;
    const before = userRequests();
    await press(dialog, 'Remove ada@acme.test');
    expect(dialog.getByText('No one is assigned.')).toBeTruthy();
    expect(usersIn(dialog, 'Available Users')).toContain('ada@acme.test');
    await waitFor(() => expect(userRequests()).toBe(before + 1));
  });

  // spec: 2.44, 4.12
  it('has no approval switch if the approval flow is off, because every assigned user is approved', async () => {
    const { dialog, sent } = await open({ 'GET /config': () => ({ ...CONFIG, approvalFlow: false }) });
    expect(dialog.queryByText('Approved:')).toBeNull();
    await press(dialog, 'Assign alan@acme.test');
    await press(dialog, 'Save changes');
    await waitFor(() => expect(sent).toMatchObject([{ users: [{ id: 3, approved: true }, { id: 1 }] }]));
  });

  it('shows changes that someone else saved meanwhile, and keeps unsaved decisions when it reloads', async () => {
    const message = 'Someone else changed the assigned users. Check them again, then save.';
    const answers = [
      () => refusalOf(409, 'conflict', message, [{ pointer: '/users', message: 'alan came meanwhile' }]),
    ];
    const bodies: unknown[] = [];
    const { dialog, members } = await open({
      'PUT /organizations/assign-many': (_, { body }) => {
        bodies.push(JSON.parse(typeof body === 'string' ? body : ''));
        return answers.pop()?.() ?? { userOrganizations: [], membersVersion: 6 };
      },
    });
    await press(dialog, 'Assign grace@acme.test');
    await press(dialog, 'Save changes');
    expect(await dialog.findByText('alan came meanwhile')).toBeTruthy();
    members.current = [...members.current, memberOf(3, 'alan', true)];
    members.version = 5;
    await press(dialog, 'Reload');
    await waitFor(() =>
      expect(usersIn(dialog, 'Assigned Users')).toEqual(['grace@acme.test', 'ada@acme.test', 'alan@acme.test']),
    );
    await waitFor(() => expect(dialog.queryByText('alan came meanwhile')).toBeNull());
    await press(dialog, 'Save changes');
    await waitFor(() => expect(bodies).toHaveLength(2));
    expect(bodies[1]).toMatchObject({ version: 5, users: [{ id: 2 }, { id: 1 }, { id: 3, approved: true }] });
  });
});
