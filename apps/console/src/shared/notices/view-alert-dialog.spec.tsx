import { describe, expect, it } from '@jest/globals';
import type { RulePreviewBody } from '@portico/contracts/http/rules';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeEvents } from '../../testing/fake-events.ts';
import { eventAt } from '../../testing/fixtures.ts';
import { channelOf, previewOf, ruleOf } from '../../testing/notices.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { bodyOf } from '../../testing/render-connect.tsx';
import { renderConsole } from '../../testing/render-console.tsx';
import { viewOf, viewsOf } from '../../testing/view.ts';

/** Opens the alert dialog of a saved view. */
async function open(preview: (body: RulePreviewBody) => unknown, sent: unknown[] = []) {
  renderConsole({
    path: '/dashboard',
    usertype: 'ADMIN',
    api: {
      ...fakeEvents([eventAt(0)]),
      'GET /views': () => viewsOf([viewOf(1, { name: 'Payroll fails', search: { status: 'FAILURE' } })]),
      'GET /channels': () => ({ data: [channelOf(5)], count: 1 }),
      'POST /rules/preview': (_, request) => preview(bodyOf(request) as RulePreviewBody),
      'POST /rules': (_, request) => {
        sent.push(bodyOf(request));
        return ruleOf(1);
      },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Views' }));
  await userEvent.click(await screen.findByRole('button', { name: 'More for Payroll fails' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Alert me…' }));
  return within(await screen.findByRole('dialog', { name: 'Alert on Payroll fails' }));
}

describe('the alert on a saved view', () => {
  it('offers to alert about too many events, or about no events', async () => {
    const sent: unknown[] = [];
    const dialog = await open(() => previewOf(), sent);
    expect(
      dialog.getByText(/^Tell me when more than 100 events of “Payroll fails” arrive within 10 minutes/),
    ).toBeTruthy();
    await userEvent.click(dialog.getByRole('radio', { name: 'None' }));
    await userEvent.click(dialog.getByRole('radio', { name: 'When they happened' }));
    await userEvent.click(await dialog.findByRole('switch', { name: 'E-mail: Ada at work' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Add alert' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toMatchObject([
      {
        owner: 'user',
        on: ['view.none', 'view.over'],
        view: {
          name: 'Payroll fails',
          search: { status: 'FAILURE' },
          when: 'none',
          minutes: 10,
          clock: 'happened',
          grace: 10,
        },
        channels: [5],
        inbox: true,
      },
    ]);
  });

  it('previews the notices with links to their events', async () => {
    const dialog = await open(() => previewOf());
    const preview = within(dialog.getByRole('status', { name: 'Preview' }));
    expect(await preview.findByText(/In the last 30 days this rule would have sent 2 notices\./)).toBeTruthy();
    const [late, early] = preview.getAllByRole('listitem');
    expect(late?.textContent).toMatch(/: 120 events, arrived up to 34 min late, not over yet$/);
    expect(early?.textContent).toMatch(/: 101 events, over after 14 min$/);
    expect(preview.getAllByRole('link')[0]?.getAttribute('href')).toMatch(/^\/dashboard\?status=FAILURE&from=/);
  });

  it('updates the preview after a pause in typing, not for each key', async () => {
    const requests: RulePreviewBody[] = [];
    const dialog = await open((body) => {
      requests.push(body);
      return previewOf({ count: 0, notices: [] });
    });
    const preview = dialog.getByRole('status', { name: 'Preview' });
    expect(await dialog.findByText('In the last 30 days this rule would have sent no notices.')).toBeTruthy();
    const minutes = dialog.getByRole('textbox', { name: 'Within (minutes)' });
    await userEvent.clear(minutes);
    await userEvent.type(minutes, '125');
    await userEvent.tab();
    expect(preview.textContent).toBe('Checking the last 30 days…');
    await waitFor(() => expect(preview.textContent).toMatch(/no notices/), { timeout: 3_000 });
    expect(requests.map(({ view }) => view.minutes)).toEqual([10, 125]);
  });

  it('can be created without a preview', async () => {
    const sent: unknown[] = [];
    const dialog = await open(
      () => refusalOf(503, 'unavailable', 'The event history is not available right now.'),
      sent,
    );
    expect(
      await dialog.findByText(/^The preview is unavailable\. The event history is not available right now\./),
    ).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Add alert' }));
    await waitFor(() => expect(sent).toHaveLength(1));
  });
});
