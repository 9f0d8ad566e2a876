/** @jest-environment-options {"styles": true} */
import { expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderConsole } from '../../testing/render-console.tsx';
import { NORTHWIND } from '../../testing/organization.ts';

// A unit is a quarter of a rem.
// spec: 9.25
it('the list of assigned users is 36 units high, that of available ones 52', async () => {
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
  await userEvent.click(await screen.findByRole('button', { name: 'Assign users to Northwind' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign users to Northwind' }));
  const height = async (name: string) => {
    const frame = (await dialog.findByRole('region', { name })).parentElement;
    return frame && getComputedStyle(frame).height;
  };
  expect(await height('Assigned Users')).toBe('calc(9rem)');
  expect(await height('Available Users')).toBe('calc(13rem)');
});
