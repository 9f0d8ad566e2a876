import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Invitation } from '@portico/contracts/http/invitations';
import type { Member } from '@portico/contracts/http/members';
import type { Answer } from '../../../testing/fake-network.ts';
import { NORTHWIND } from '../../../testing/organization.ts';
import { memberOf } from '../../../testing/member.ts';
import { refusalOf } from '../../../testing/refusal.ts';
import { renderConsole } from '../../../testing/render-console.tsx';

const DAY = 86_400_000;
const invitationOf = (id: number, changes: Partial<Invitation> = {}): Invitation => ({
  id,
  email: `person${id}@acme.test`,
  role: 'viewer',
  state: 'open',
  mail: 'sent',
  link: `https://portico.test/invitation#token${id}`,
  createdAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 7 * DAY).toISOString(),
  ...changes,
});
const bodyOf = ({ body }: RequestInit): unknown => JSON.parse(typeof body === 'string' ? body : 'null');

const open = async (members: Member[], api: Record<string, Answer> = {}, role = 'manager') => {
  const sent: unknown[] = [];
  const shown = renderConsole({
    path: '/organizations/4/people',
    usertype: 'CLIENT',
    api: {
      'GET /users/organizations': () => ({ data: [{ organization: NORTHWIND, approved: true, role }], count: 1 }),
      'GET /organizations/4': () => NORTHWIND,
      'GET /organizations/4/invitations': () => ({ data: [], count: 0 }),
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
  await screen.findByRole('heading', { name: 'Northwind', level: 1 });
  return { ...shown, sent };
};
const people = async () => within(await screen.findByRole('list', { name: 'People of Northwind' }));

describe('the members of an organization', () => {
  it('are shown with their roles to a manager, who can change a role', async () => {
    const { sent } = await open([memberOf(7, 'Ada Lovelace', { role: 'manager' }), memberOf(21, 'Grace Hopper')]);
    const list = await people();
    await userEvent.click(await list.findByRole('button', { name: 'Role of Grace Hopper: Viewer' }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Operator' }));
    expect(await list.findByRole('button', { name: 'Role of Grace Hopper: Operator' })).toBeTruthy();
    expect(sent).toEqual([[21, { role: 'operator' }]]);
  });

  it('can be accepted or declined when they request to join', async () => {
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
    const list = await people();
    await userEvent.click(await list.findByRole('button', { name: 'Decline User 23' }));
    await waitFor(() => expect(list.queryByText('User 23')).toBeNull());
    await userEvent.click(await list.findByRole('button', { name: 'Approve Lena Lead' }));
    expect(await list.findByRole('button', { name: 'Role of Lena Lead: Viewer' })).toBeTruthy();
    expect(list.queryByRole('button', { name: /^Approve/ })).toBeNull();
    expect(sent).toEqual([[22, { approved: true }]]);
  });

  it('are removed after a confirmation that lists the consequences', async () => {
    const members = [memberOf(7, 'Ada Lovelace', { role: 'manager' }), memberOf(21, 'Grace Hopper')];
    const { calls } = await open(members, {
      'DELETE /organizations/4/members/21': () => {
        members.pop();
        return new Response(null, { status: 204 });
      },
    });
    const list = await people();
    await userEvent.click(await list.findByRole('button', { name: 'Remove Grace Hopper' }));
    const question = within(await screen.findByRole('dialog', { name: 'Remove Grace Hopper' }));
    question.getByText(/^Grace Hopper loses access to the organization at once\./);
    expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(list.queryByText('Grace Hopper')).toBeNull());
  });

  it('are removed after a list of the channels, keys and views that stop with the member', async () => {
    const responsibility = { id: 1, organizationId: 4, organization: 'Northwind', integrationId: null };
    const { calls } = await open([memberOf(21, 'Grace Hopper', { role: 'manager' })], {
      'GET /channels/responsible/21': () => ({
        data: [{ ...responsibility, kind: 'channel', name: 'Our pager' }],
        count: 1,
      }),
      'GET /integrations/responsible/21': () => ({
        data: [{ ...responsibility, kind: 'key', name: 'server of Payroll' }],
        count: 1,
      }),
      'GET /views/responsible/21': () => ({
        data: [{ ...responsibility, kind: 'view', name: 'Late payruns' }],
        count: 1,
      }),
    });
    const list = await people();
    await userEvent.click(await list.findByRole('button', { name: 'Remove Grace Hopper' }));
    const question = within(await screen.findByRole('dialog', { name: 'Remove Grace Hopper' }));
    const stopping = within(await question.findByRole('list', { name: 'Items that stop' })).getAllByRole('listitem');
    expect(stopping.map(({ textContent }) => textContent)).toEqual([
      'Channel Our pager · Northwind',
      'Key server of Payroll · Northwind',
      'View Late payruns · Northwind',
    ]);
    expect(calls).toContain('GET /channels/responsible/21?organization=4');
  });

  it('remain if the server refuses to remove the last manager', async () => {
    const message = 'An organization needs a manager.';
    await open([memberOf(7, 'Ada Lovelace', { role: 'manager' })], {
      'DELETE /organizations/4/members/7': () => refusalOf(409, 'conflict', message),
    });
    const list = await people();
    await userEvent.click(await list.findByRole('button', { name: 'Remove Ada Lovelace' }));
    const question = within(await screen.findByRole('dialog', { name: 'Remove Ada Lovelace' }));
    await userEvent.click(question.getByRole('button', { name: 'Remove' }));
    await question.findByText(message);
    expect(list.getByText('Ada Lovelace')).toBeTruthy();
  });

  it('keep their roles if the server refuses to demote the last manager', async () => {
    const message = 'An organization needs a manager.';
    await open([memberOf(7, 'Ada Lovelace', { role: 'manager' })], {
      'PUT /organizations/4/members/7': () => refusalOf(409, 'conflict', message),
    });
    const list = await people();
    await userEvent.click(await list.findByRole('button', { name: 'Role of Ada Lovelace: Manager' }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Viewer' }));
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
    expect(list.getByRole('button', { name: 'Role of Ada Lovelace: Manager' })).toBeTruthy();
  });

  it.each(['viewer', 'operator'])('are not shown to a %s', async (role) => {
    const { calls } = await open([], {}, role);
    expect(await screen.findByText('Only managers can see people')).toBeTruthy();
    expect(calls.filter((call) => call.includes('/members'))).toEqual([]);
  });
});

describe('the invitations of an organization', () => {
  const invited = (invitations: Invitation[], api: Record<string, Answer> = {}) =>
    open([memberOf(7, 'Ada Lovelace', { role: 'manager' })], {
      'GET /organizations/4/invitations': () => ({ data: invitations, count: invitations.length }),
      ...api,
    });

  it('are sent with a role, and the form is ready for the next invitation', async () => {
    const invitations: Invitation[] = [];
    await invited(invitations, {
      'POST /organizations/4/invitations': (_, request) => {
        expect(bodyOf(request)).toEqual({ email: 'grace@acme.test', role: 'viewer' });
        invitations.unshift(invitationOf(1, { email: 'grace@acme.test', mail: 'waiting' }));
        return Response.json(invitations[0], { status: 201 });
      },
    });
    await userEvent.type(await screen.findByRole('textbox', { name: /Email/ }), 'Grace@acme.test{Enter}');
    expect(await screen.findByText(/Viewer · Not sent yet · ends in 6 days/)).toBeTruthy();
    const field = screen.getByRole('textbox', { name: /Email/ });
    expect((field as HTMLInputElement).value).toBe('');
    expect(document.activeElement).toBe(field);
  });

  it('show their state, and can be resent or revoked', async () => {
    const invitations = [
      invitationOf(1),
      invitationOf(2, { state: 'accepted', link: null }),
      invitationOf(3, { state: 'expired', link: null }),
      invitationOf(4, { mail: 'off' }),
    ];
    const { calls } = await invited(invitations, {
      'DELETE /invitations/1': () => {
        invitations[0] = invitationOf(1, { state: 'revoked', link: null });
        return new Response(null, { status: 204 });
      },
      'PUT /invitations/3/resend': () => invitationOf(3),
    });
    expect(await screen.findByText('Portico cannot send mails here')).toBeTruthy();
    expect(screen.queryByText('person2@acme.test')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Send again to person3@acme.test' }));
    await waitFor(() => expect(calls).toContain('PUT /invitations/3/resend'));
    const revoke = screen.getByRole('button', { name: 'Revoke the invitation of person1@acme.test' });
    await waitFor(() => expect(revoke.hasAttribute('disabled')).toBe(false));
    await userEvent.click(revoke);
    expect(await screen.findByText('Revoked')).toBeTruthy();
  });
});
