import { expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

it('npm run dev:console shows arriving events and keeps changes', async () => {
  document.body.innerHTML = '<div id="root"></div>';
  window.history.pushState(null, '', '/dashboard');
  await act(() => import('./main.ts'));
  await screen.findByRole('heading', { name: 'Integration Events' });
  const count = async () => Number(/\d+$/.exec((await screen.findByText(/^1–50 of \d+$/)).textContent)?.[0]);
  const first = await count();
  await waitFor(async () => expect(await count()).toBeGreaterThan(first));

  await userEvent.click(screen.getByRole('link', { name: 'Organizations' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Add Organization' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(await dialog.findByLabelText('Name'), 'Initech');
  await userEvent.click(dialog.getByRole('button', { name: /^Create/ }));
  expect(await screen.findByRole('row', { name: /Initech/ })).toBeTruthy();
});
