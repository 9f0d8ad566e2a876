import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Notice } from '@portico/contracts/http/notices';
import type { Rule } from '@portico/contracts/http/rules';
import type { Answer } from '../../testing/fake-network.ts';
import { channelOf, noticeOf, previewOf, ruleOf } from '../../testing/notices.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { bodyOf } from '../../testing/render-connect.tsx';
import { renderConsole } from '../../testing/render-console.tsx';

const MANAGER = { organization: { id: 4, name: 'Northwind' }, approved: true, role: 'manager' };

const show = (path: string, api: Record<string, Answer>) =>
  renderConsole({
    path,
    usertype: 'CLIENT',
    api: { 'GET /users/organizations': () => ({ data: [MANAGER], count: 1 }), ...api },
  });

const answering = (notices: Notice[]): Record<string, Answer> => ({
  'GET /notices': ({ searchParams }) => {
    const data = notices.filter(({ isRead }) => searchParams.get('unread') !== 'true' || !isRead);
    return { data, count: data.length, unread: notices.filter(({ isRead }) => !isRead).length };
  },
  'POST /notices/read': (_, request) => {
    const { ids, upTo } = bodyOf(request) as { ids: number[]; upTo?: number };
    for (const notice of notices) if (ids.includes(notice.id) || notice.id <= (upTo ?? 0)) notice.isRead = true;
    return { unread: 0 };
  },
  'GET /episodes/2': () => refusalOf(404, 'not_found', 'There is no such episode'),
});

describe('the inbox', () => {
  it('marks an opened notice as read, and links to its subject', async () => {
    const notices = [noticeOf(2), noticeOf(1, { isRead: true })];
    const { location } = show('/notifications', answering(notices));
    const list = within(await screen.findByRole('list', { name: 'Notices' }));
    expect(list.getAllByText('Unread:')).toHaveLength(1);
    await userEvent.click(list.getAllByRole('link')[0] ?? document.body);
    await waitFor(() => expect(location()).toBe('/episodes/2'));
    await waitFor(() => expect(notices.map(({ isRead }) => isRead)).toEqual([true, true]));
  });

  it('marks all notices as read, and filters unread notices', async () => {
    const { location } = show('/notifications', answering([noticeOf(2), noticeOf(1)]));
    await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(screen.queryByText('Unread:')).toBeNull());
    await userEvent.click(screen.getByRole('radio', { name: 'Unread' }));
    expect(await screen.findByText('You have no unread notices.')).toBeTruthy();
    expect(location()).toBe('/notifications?unread=only');
  });
});

describe('the bell', () => {
  it('counts unread notices, shows the newest notices, and updates live', async () => {
    const notices = [noticeOf(1)];
    const { live } = show('/notifications?tab=channels', {
      ...answering(notices),
      'GET /channels': () => ({ data: [], count: 0 }),
    });
    const [bell] = await screen.findAllByRole('button', { name: 'Notifications, 1 unread' }, { timeout: 8_000 });
    notices.unshift(noticeOf(2, { title: 'Banking is failing' }));
    await live.change('notices');
    expect((await screen.findAllByRole('button', { name: 'Notifications, 2 unread' })).length).toBeGreaterThan(0);
    await userEvent.click(bell ?? document.body);
    const panel = within(await screen.findByRole('dialog', { name: 'Newest notifications' }));
    expect(await panel.findByText('Banking is failing')).toBeTruthy();
    await userEvent.click(panel.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(notices.every(({ isRead }) => isRead)).toBe(true));
  });
});

describe('notification rules', () => {
  const rulesApi = (rules: Rule[], sent: unknown[] = []): Record<string, Answer> => ({
    'GET /rules': () => ({ data: rules, count: rules.length }),
    'GET /channels': () => ({
      data: [channelOf(5), channelOf(6, { name: 'Everybody', owner: 'organization', organizationId: 4 })],
      count: 2,
    }),
    'POST /rules': (_, request) => {
      sent.push(bodyOf(request));
      const rule = ruleOf(9);
      rules.push(rule);
      return rule;
    },
    'PUT /rules/1': (_, request) => {
      const body = bodyOf(request) as Partial<Rule>;
      sent.push(body);
      return Object.assign(rules[0] ?? {}, { on: body.on, trouble: body.trouble });
    },
    'DELETE /rules/1': () => {
      rules.shift();
      return new Response(null, { status: 204 });
    },
  });

  it('are created for the user, or for an organization that the user manages', async () => {
    const sent: unknown[] = [];
    show('/notifications?tab=rules', rulesApi([], sent));
    await userEvent.click(await screen.findByRole('button', { name: 'Add a rule' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a rule' }));
    expect(
      dialog.getByText('Tell me when an integration starts failing, and when it is over, in the inbox.'),
    ).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: /Who is notified/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Northwind' }));
    await userEvent.click(dialog.getByRole('switch', { name: 'E-mail: Everybody' }));
    await userEvent.click(dialog.getByRole('switch', { name: 'The failure is over' }));
    expect(
      dialog.getByText(
        'Tell the members of Northwind when an integration of Northwind starts failing, in the inbox and by e-mail to Everybody.',
      ),
    ).toBeTruthy();
    expect(dialog.queryByRole('switch', { name: 'E-mail: Ada at work' })).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Add rule' }));
    await screen.findByRole('list', { name: 'Rules' });
    expect(sent).toMatchObject([
      {
        owner: 'organization',
        organizationId: 4,
        on: ['episode.opened'],
        filter: { organizationId: 4 },
        channels: [6],
        inbox: true,
      },
    ]);
  });

  it('save a separate threshold if the user turns it on', async () => {
    const sent: unknown[] = [];
    show('/notifications?tab=rules', rulesApi([ruleOf(1)], sent));
    await userEvent.click(await screen.findByRole('button', { name: 'Change' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the rule' }));
    await userEvent.click(dialog.getByRole('switch', { name: 'Use a separate failure threshold' }));
    const failures = dialog.getByRole('textbox', { name: 'After this many failures' });
    await userEvent.clear(failures);
    await userEvent.type(failures, '5');
    await userEvent.tab();
    await userEvent.click(dialog.getByRole('button', { name: 'Save rule' }));
    expect(await screen.findByText(/At least 5 failures and 50 % within 10 minutes/)).toBeTruthy();
    expect(sent).toMatchObject([{ trouble: { failures: 5, share: 50, minutes: 10 } }]);
  });

  it('are edited and deleted', async () => {
    const sent: unknown[] = [];
    show('/notifications?tab=rules', rulesApi([ruleOf(1)], sent));
    await userEvent.click(await screen.findByRole('button', { name: 'Change' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the rule' }));
    await userEvent.click(dialog.getByRole('switch', { name: 'An integration falls silent' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save rule' }));
    expect(await screen.findByText(/starts failing or falls silent, and when it is over/)).toBeTruthy();
    expect(sent).toMatchObject([{ on: ['episode.opened', 'episode.closed', 'integration.silent'] }]);
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const confirmation = within(await screen.findByRole('alertdialog'));
    await userEvent.click(confirmation.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No rules yet.')).toBeTruthy();
  });

  it('show a preview and save a changed condition if the rule watches a view', async () => {
    const sent: unknown[] = [];
    const view = {
      name: 'Failures',
      search: {},
      when: 'more',
      count: 5,
      minutes: 10,
      clock: 'arrived',
      grace: 0,
    } as const;
    show('/notifications?tab=rules', {
      ...rulesApi([ruleOf(1, { on: ['view.more', 'view.over'], view })], sent),
      'POST /rules/preview': () => previewOf(),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Change' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the rule' }));
    expect(await dialog.findByText(/In the last 30 days this rule would have sent 2 notices\./)).toBeTruthy();
    await userEvent.click(dialog.getByRole('radio', { name: 'None' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save rule' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toMatchObject([{ on: ['view.none', 'view.over'], view: { ...view, when: 'none', count: 0 } }]);
  });

  it("show the server's reason for a rejection", async () => {
    show('/notifications?tab=rules', {
      ...rulesApi([]),
      'POST /rules': () => refusalOf(409, 'conflict', 'There are 50 rules already. Delete one first.'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Add a rule' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Add rule' }));
    expect(await screen.findByText('There are 50 rules already. Delete one first.')).toBeTruthy();
  });
});
