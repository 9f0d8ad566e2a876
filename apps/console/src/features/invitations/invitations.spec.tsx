import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Invitation, InvitationOffer } from '@portico/contracts/http/invitations';
import { listOf } from '../../testing/fixtures.ts';
import { refusalOf } from '../../testing/refusal.ts';
import type { Answer } from '../../testing/fake-network.ts';
import { renderConsole } from '../../testing/render-console.tsx';

const NORTHWIND = { id: 4, name: 'Northwind' };
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
const offerOf = (changes: Partial<InvitationOffer> = {}): InvitationOffer => ({
  id: 1,
  organization: NORTHWIND,
  role: 'operator',
  state: 'open',
  email: 'ada@acme.test',
  isForCaller: true,
  expiresAt: new Date(Date.now() + DAY).toISOString(),
  ...changes,
});
const bodyOf = ({ body }: RequestInit): unknown => JSON.parse(typeof body === 'string' ? body : 'null');
const membership = (role: string, approved = true) => ({ organization: NORTHWIND, approved, role });
const base: Record<string, Answer> = {
  'GET /users/organizations': () => ({ data: [membership('manager')], count: 1 }),
  'GET /users/invitations': () => ({ data: [], count: 0 }),
  'GET /events': ({ searchParams }) => listOf([], searchParams),
  'GET /billable-products': () => [],
};

describe('the invitations of an organization', () => {
  const open = async (invitations: Invitation[], api: Record<string, Answer> = {}) => {
    const rendered = renderConsole({
      path: '/products',
      usertype: 'CLIENT',
      api: {
        ...base,
        'GET /organizations/4/invitations': () => ({ data: invitations, count: invitations.length }),
        ...api,
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: /Hello, Ada/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Organization Settings' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Invite people to Northwind' }));
    return { ...rendered, dialog: within(await screen.findByRole('dialog', { name: 'Invite people to Northwind' })) };
  };

  it('are sent with a role, and the form is ready for the next one', async () => {
    const invitations: Invitation[] = [];
    const { dialog } = await open(invitations, {
      'POST /organizations/4/invitations': (_, request) => {
        expect(bodyOf(request)).toEqual({ email: 'grace@acme.test', role: 'viewer' });
        invitations.unshift(invitationOf(1, { email: 'grace@acme.test', mail: 'waiting' }));
        return Response.json(invitations[0], { status: 201 });
      },
    });
    await dialog.findByText('Nobody has been invited yet.');
    await userEvent.type(dialog.getByRole('textbox', { name: /Email/ }), 'Grace@acme.test{Enter}');
    const row = within(await dialog.findByRole('listitem'));
    expect(row.getByText(/Viewer · Not sent yet · ends in 6 days/)).toBeTruthy();
    const field = dialog.getByRole('textbox', { name: /Email/ });
    expect((field as HTMLInputElement).value).toBe('');
    expect(document.activeElement).toBe(field);
  });

  it('show what became of them, and are sent again or revoked', async () => {
    const invitations = [
      invitationOf(1),
      invitationOf(2, { state: 'accepted', link: null }),
      invitationOf(3, { state: 'expired', link: null }),
      invitationOf(4, { mail: 'off' }),
    ];
    const { dialog, calls } = await open(invitations, {
      'DELETE /invitations/1': () => {
        invitations[0] = invitationOf(1, { state: 'revoked', link: null });
        return new Response(null, { status: 204 });
      },
      'PUT /invitations/3/resend': () => invitationOf(3),
    });
    expect(await dialog.findByText('No mail is sent here')).toBeTruthy();
    expect(dialog.getByText('Accepted')).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Send again to person2@acme.test' })).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Send again to person3@acme.test' }));
    await waitFor(() => expect(calls).toContain('PUT /invitations/3/resend'));
    const revoke = dialog.getByRole('button', { name: 'Revoke the invitation of person1@acme.test' });
    await waitFor(() => expect(revoke.hasAttribute('disabled')).toBe(false));
    await userEvent.click(revoke);
    expect(await dialog.findByText('Revoked')).toBeTruthy();
  });

  it('are not offered by members who do not manage it', async () => {
    const own = { data: [membership('viewer')], count: 1 };
    renderConsole({ path: '/products', usertype: 'CLIENT', api: { ...base, 'GET /users/organizations': () => own } });
    await userEvent.click(await screen.findByRole('button', { name: /Hello, Ada/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Organization Settings' }));
    await screen.findByRole('button', { name: 'Unassign Northwind' });
    expect(screen.queryByRole('button', { name: 'Invite people to Northwind' })).toBeNull();
  });
});

describe('the link of an invitation', () => {
  const open = (offer: unknown, api: Record<string, Answer> = {}, path = '/invitation#secret') =>
    renderConsole({
      path,
      usertype: 'CLIENT',
      api: { ...base, 'PUT /invitations/offer': () => offer, ...api },
    });

  it('says into what one is invited, and leads to the dashboard once it is accepted', async () => {
    const sent: unknown[] = [];
    const { location } = open(null, {
      'PUT /invitations/offer': () => offerOf(sent.length > 0 ? { state: 'accepted' } : {}),
      'PUT /invitations/accept': (_, request) => {
        sent.push(bodyOf(request));
        return membership('operator');
      },
    });
    await screen.findByRole('heading', { name: 'Join Northwind' });
    expect(screen.getByText(/You are invited as operator/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Accept the invitation' }));
    await waitFor(() => {
      expect(screen.queryByText(/cannot be accepted/)).toBeNull();
      expect(location()).toBe('/dashboard');
    });
    expect(sent).toEqual([{ token: 'secret' }]);
  });

  it('says who is signed in when it is for another address', async () => {
    open(offerOf({ isForCaller: false, email: 'g…@acme.test' }));
    expect(await screen.findByText(/It is for g…@acme.test, and you are signed in as \S+@\S+\. Log out/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Accept the invitation' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Logout' })).toBeTruthy();
  });

  it.each([
    ['expired', /has expired/],
    ['revoked', /was revoked/],
    ['accepted', /was accepted already/],
  ] as const)('cannot be accepted when %s', async (state, text) => {
    open(offerOf({ state }));
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Accept the invitation' })).toBeNull();
  });

  it('says so when it is not known', async () => {
    open(null, { 'PUT /invitations/offer': () => refusalOf(404, 'not_found', 'This invitation does not exist.') });
    expect(await screen.findAllByText('This invitation does not exist.')).toHaveLength(1);
  });

  it('says so when it was cut off, and asks nothing', async () => {
    open(null, { 'PUT /invitations/offer': () => Promise.reject(new Error('asked for')) }, '/invitation');
    expect(await screen.findByText('The link is not complete. Please open it from the mail.')).toBeTruthy();
    expect(screen.queryByText(/There was an error/)).toBeNull();
  });

  it('is kept through the login', async () => {
    const login = jest.fn(async (_returnTo: string) => undefined);
    renderConsole({ path: '/invitation#secret', api: base, signOn: { login } });
    await waitFor(() => expect(login).toHaveBeenCalledWith('/invitation#secret'));
  });
});
