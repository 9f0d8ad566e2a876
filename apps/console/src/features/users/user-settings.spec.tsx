import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeUsers } from '../../testing/fake-users.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { userOf } from '../../testing/fixtures.ts';
import type { Answer } from '../../testing/fake-network.ts';
import { renderConsole } from '../../testing/render-console.tsx';

const open = async (api: Record<string, Answer> = {}) => {
  const fake = createFakeUsers([{ ...userOf('CLIENT'), zipCode: 150, city: 'Oslo' }]);
  const calls = { 'GET /billable-products': () => [], ...fake.api, ...api };
  renderConsole({ path: '/products', usertype: 'CLIENT', api: calls });
  const menu = await screen.findByRole('button', { name: /Hello, Ada/ });
  menu.focus();
  await userEvent.keyboard('{Enter}');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'User Settings' }));
  return { dialog: within(await screen.findByRole('dialog', { name: 'User Settings' })), sent: fake.sent };
};

describe('the user settings', () => {
  // spec: 2.52, 2.59
  it("edit the user's own profile, and update the greeting", async () => {
    const { dialog, sent } = await open();
    const name = await dialog.findByRole('textbox', { name: 'Name' });
    await userEvent.clear(name);
    await userEvent.type(name, 'Augusta King');
    await userEvent.clear(dialog.getByRole('textbox', { name: 'City' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Hello, Augusta')).toBeTruthy();
    expect(sent).toEqual([{ name: 'PATCH /users/7', body: { name: 'Augusta King', city: null } }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  // spec: 6.8
  it('show the e-mail read-only, and no user type', async () => {
    const { dialog } = await open();
    const email = await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Email' });
    expect([email.value, email.readOnly]).toEqual(['ada@acme.test', true]);
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Zip code' }).value).toBe('00150');
    expect(dialog.queryByRole('button', { name: /User type/ })).toBeNull();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save changes' }).disabled).toBe(true);
  });

  it('return the focus to the menu when they close', async () => {
    const { dialog } = await open();
    await dialog.findByRole('textbox', { name: 'Name' });
    await userEvent.keyboard('{Escape}');
    const menu = await screen.findByRole('button', { name: /Hello, Ada/ });
    await waitFor(() => expect(document.activeElement).toBe(menu));
  });

  it('can be loaded again if loading fails', async () => {
    let isDown = true;
    const { dialog } = await open({
      'GET /auth': () => (isDown ? refusalOf(403, 'forbidden', 'Not now') : userOf('CLIENT')),
    });
    await dialog.findByText('Your profile could not be loaded');
    isDown = false;
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('textbox', { name: 'Name' })).toBeTruthy();
  });
});
