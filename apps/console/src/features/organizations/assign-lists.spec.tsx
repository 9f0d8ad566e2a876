/** @jest-environment-options {"styles": true} */
import { expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderConsole } from '../../testing/render-console.tsx';
import { NORTHWIND } from '../../testing/organization.ts';

it('the dialog that assigns users warns before saving a list without a manager', async () => {
  const member = (userId: number, role: 'manager' | 'viewer') => ({
    userId,
    organizationId: 4,
    approved: true,
    role,
    user: { id: userId, name: `Person ${userId}`, email: `person${userId}@acme.test`, usertype: 'CLIENT' as const },
  });
  const organization = { ...NORTHWIND, userOrganizations: [member(7, 'manager'), member(8, 'viewer')] };
  renderConsole({
    path: '/admin/organizations',
    usertype: 'ADMIN',
    api: {
      'GET /organizations': () => ({ data: [{ ...organization, memberCount: 2, pendingCount: 0 }], count: 1 }),
      'GET /organizations/4': () => organization,
      'GET /users': () => ({ data: [], count: 0 }),
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Northwind' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Assign users' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign users to Northwind' }));
  await userEvent.click(await dialog.findByRole('button', { name: 'Remove person8@acme.test' }));
  expect(dialog.queryByText(/will have no manager/)).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Remove person7@acme.test' }));
  expect(dialog.getByText(/will have no manager/)).toBeTruthy();
});

// One unit is 0.25rem.
// spec: 9.25
it('the list of assigned users is 36 units high, and the list of available users is 52 units high', async () => {
  const listed = { ...NORTHWIND, memberCount: 0, pendingCount: 0 };
  renderConsole({
    path: '/admin/organizations',
    usertype: 'ADMIN',
    api: {
      'GET /organizations': () => ({ data: [listed], count: 1 }),
      'GET /organizations/4': () => NORTHWIND,
      'GET /users': () => ({ data: [], count: 0 }),
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Northwind' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Assign users' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign users to Northwind' }));
  const height = async (name: string) => {
    const frame = (await dialog.findByRole('region', { name })).parentElement;
    return frame && getComputedStyle(frame).height;
  };
  expect(await height('Assigned Users')).toBe('calc(9rem)');
  expect(await height('Available Users')).toBe('calc(13rem)');
});
