import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeEvents } from '../../testing/fake-events.ts';
import { eventAt } from '../../testing/fixtures.ts';
import { channelOf, ruleOf } from '../../testing/notices.ts';
import { bodyOf } from '../../testing/render-connect.tsx';
import { renderConsole } from '../../testing/render-console.tsx';
import { viewOf, viewsOf } from '../../testing/view.ts';

it('alerts the viewer on a saved view, when it has more events than it should, or none', async () => {
  const sent: unknown[] = [];
  renderConsole({
    path: '/dashboard',
    usertype: 'ADMIN',
    api: {
      ...fakeEvents([eventAt(0)]),
      'GET /views': () => viewsOf([viewOf(1, { name: 'Payroll fails', search: { status: 'FAILURE' } })]),
      'GET /channels': () => ({ data: [channelOf(5)], count: 1 }),
      'POST /rules': (_, request) => {
        sent.push(bodyOf(request));
        return ruleOf(1);
      },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Views' }));
  await userEvent.click(await screen.findByRole('button', { name: 'More for Payroll fails' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Alert me…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Alert on Payroll fails' }));
  expect(dialog.getByText(/^Tell me when more than 100 events of “Payroll fails” come within 10 minutes/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('radio', { name: 'None' }));
  await userEvent.click(await dialog.findByRole('switch', { name: 'E-mail: Ada at work' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add alert' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toMatchObject([
    {
      owner: 'user',
      on: ['view.none', 'view.over'],
      view: { name: 'Payroll fails', search: { status: 'FAILURE' }, when: 'none', minutes: 10 },
      channels: [5],
      inbox: true,
    },
  ]);
});
