import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Member } from '@portico/contracts/http/members';
import type { Answer } from '../../testing/fake-network.ts';
import { listOf } from '../../testing/fixtures.ts';
import { memberOf } from '../../testing/member.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { renderConsole } from '../../testing/render-console.tsx';

const NORTHWIND = { id: 4, name: 'Northwind' };

const open = async (members: Member[], api: Record<string, Answer> = {}, role = 'manager') => {
  const sent: unknown[] = [];
  const shown = renderConsole({
    path: '/dashboard',
    usertype: 'CLIENT',
    api: {
      'GET /users/organizations': () => ({ data: [{ organization: NORTHWIND, approved: true, role }], count: 1 }),
      'GET /events': ({ searchParams }) => ({ ...listOf([], searchParams), integrations: ['Payroll'] }),
      'GET /organizations/4/members': ({ searchParams }) => {
        const data = members.filter(({ approved }) => String(approved) === searchParams.get('approved'));
        return { data, count: data.length };
      },
      ...Object.fromEntries(
        members.map((member): [string, Answer] => [
          `PUT /organizations/4/members/${member.userId}`,
          (_, { body }) => {
            const change: unknown = typeof body === 'string' ? JSON.parse(body) : {};
            sent.push([member.userId, change]);
            return Object.assign(member, change);
          },
        ]),
      ),
      ...api,
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: /Hello, Ada/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Organization Settings' }));
  await screen.findByRole('switch', { name: 'Northwind' });
  return { ...shown, sent };
};
const openMembers = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name: 'Members of Northwind' }));
};

describe('the members of an organization', () => {
  it('are shown to its manager with their roles, which can be changed', async () => {
    const { sent } = await open([memberOf(7, 'Ada Lovelace', { role: 'manager' }), memberOf(21, 'Grace Hopper')]);
    const dialog = await openMembers('Members of Northwind');
    await userEvent.click(await dialog.findByRole('button', { name: 'Role of Grace Hopper: Viewer' }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Operator' }));
    expect(await dialog.findByRole('button', { name: 'Role of Grace Hopper: Operator' })).toBeTruthy();
    expect(sent).toEqual([[21, { role: 'operator' }]]);
    expect(dialog.getByText('Also takes and mutes failures, and corrects events that were rejected.')).toBeTruthy();
  });

  it('ask to join, and are let in or declined', async () => {
    const members = [
      memberOf(22, 'Lena Lead', { approved: false }),
      memberOf(23, 'Max Mustermann', { approved: false, user: null }),
    ];
    const { sent } = await open(members, {
      'DELETE /organizations/4/members/23': () => {
        members.pop();
        return new Response(null, { status: 204 });
      },
    });
    const dialog = await openMembers('Members of Northwind, 2 requests to join');
    await userEvent.click(await dialog.findByRole('button', { name: 'Decline User 23' }));
    await waitFor(() => expect(dialog.queryByText('User 23')).toBeNull());
    await userEvent.click(await dialog.findByRole('button', { name: 'Approve Lena Lead' }));
    expect(await dialog.findByRole('button', { name: 'Role of Lena Lead: Viewer' })).toBeTruthy();
    expect(dialog.queryByRole('list', { name: 'Requests to join' })).toBeNull();
    expect(sent).toEqual([[22, { approved: true }]]);
  });

  it('are removed after a question that says what ends', async () => {
    const members = [memberOf(7, 'Ada Lovelace', { role: 'manager' }), memberOf(21, 'Grace Hopper')];
    const { calls } = await open(members, {
      'DELETE /organizations/4/members/21': () => {
        members.pop();
        return new Response(null, { status: 204 });
      },
    });
    const dialog = await openMembers('Members of Northwind');
    await userEvent.click(await dialog.findByRole('button', { name: 'Remove Grace Hopper' }));
    const question = within(await screen.findByRole('dialog', { name: 'Remove Grace Hopper' }));
    question.getByText(/^Grace Hopper loses access to the organization at once\./);
    expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(dialog.queryByText('Grace Hopper')).toBeNull());
  });

  it('are removed after a list of what stops with them', async () => {
    const thing = { id: 1, organizationId: 4, organization: 'Northwind', integrationId: null };
    const { calls } = await open([memberOf(21, 'Grace Hopper', { role: 'manager' })], {
      'GET /channels/responsible/21': () => ({ data: [{ ...thing, kind: 'channel', name: 'Our pager' }], count: 1 }),
      'GET /integrations/responsible/21': () => ({
        data: [{ ...thing, kind: 'key', name: 'server of Payroll' }],
        count: 1,
      }),
      'GET /views/responsible/21': () => ({ data: [{ ...thing, kind: 'view', name: 'Late payruns' }], count: 1 }),
    });
    const dialog = await openMembers('Members of Northwind');
    await userEvent.click(await dialog.findByRole('button', { name: 'Remove Grace Hopper' }));
    const question = within(await screen.findByRole('dialog', { name: 'Remove Grace Hopper' }));
    const things = within(await question.findByRole('list', { name: 'What stops' })).getAllByRole('listitem');
    expect(things.map(({ textContent }) => textContent)).toEqual([
      'Channel Our pager · Northwind',
      'Key server of Payroll · Northwind',
      'View Late payruns · Northwind',
    ]);
    expect(calls).toContain('GET /channels/responsible/21?organization=4');
  });

  it('stay when the server refuses to remove the last manager', async () => {
    const message = 'An organization needs a manager.';
    await open([memberOf(7, 'Ada Lovelace', { role: 'manager' })], {
      'DELETE /organizations/4/members/7': () => refusalOf(409, 'conflict', message),
    });
    const dialog = await openMembers('Members of Northwind');
    await userEvent.click(await dialog.findByRole('button', { name: 'Remove Ada Lovelace' }));
    const question = within(await screen.findByRole('dialog', { name: 'Remove Ada Lovelace' }));
    await userEvent.click(question.getByRole('button', { name: 'Remove' }));
    await question.findByText(message);
    expect(dialog.getByText('Ada Lovelace')).toBeTruthy();
  });

  it('keep a manager: the server says so', async () => {
    const message = 'An organization needs a manager.';
    await open([memberOf(7, 'Ada Lovelace', { role: 'manager' })], {
      'PUT /organizations/4/members/7': () => refusalOf(409, 'conflict', message),
    });
    const dialog = await openMembers('Members of Northwind');
    await userEvent.click(await dialog.findByRole('button', { name: 'Role of Ada Lovelace: Manager' }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Viewer' }));
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
    expect(dialog.getByRole('button', { name: 'Role of Ada Lovelace: Manager' })).toBeTruthy();
  });

  it.each(['viewer', 'operator'])('are not shown to a %s', async (role) => {
    const { calls } = await open([], {}, role);
    expect(screen.queryByRole('button', { name: /^Members of/ })).toBeNull();
    expect(calls.filter((call) => call.includes('/members'))).toEqual([]);
  });
});
