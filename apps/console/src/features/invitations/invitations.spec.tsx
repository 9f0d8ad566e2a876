import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { InvitationOffer } from '@portico/contracts/http/invitations';
import { listOf } from '../../testing/fixtures.ts';
import { refusalOf } from '../../testing/refusal.ts';
import type { Answer } from '../../testing/fake-network.ts';
import { renderConsole } from '../../testing/render-console.tsx';

const NORTHWIND = { id: 4, name: 'Northwind' };
const DAY = 86_400_000;
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

describe('an invitation link', () => {
  const open = (offer: unknown, api: Record<string, Answer> = {}, path = '/invitation#secret') =>
    renderConsole({
      path,
      usertype: 'CLIENT',
      api: { ...base, 'PUT /invitations/offer': () => offer, ...api },
    });

  it('shows the organization, and leads to the dashboard after accepting', async () => {
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

  it('shows the address that is signed in if the invitation is for another address', async () => {
    open(offerOf({ isForCaller: false, email: 'g…@acme.test' }));
    expect(
      await screen.findByText(/This invitation is for g…@acme.test, but you are signed in as \S+@\S+\. Log out/),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Accept the invitation' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Logout' })).toBeTruthy();
  });

  it.each([
    ['expired', /has expired/],
    ['revoked', /was revoked/],
    ['accepted', /has already been accepted/],
  ] as const)('cannot be accepted when %s', async (state, text) => {
    open(offerOf({ state }));
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Accept the invitation' })).toBeNull();
  });

  it('shows an error if the invitation does not exist', async () => {
    open(null, { 'PUT /invitations/offer': () => refusalOf(404, 'not_found', 'This invitation does not exist.') });
    expect(await screen.findAllByText('This invitation does not exist.')).toHaveLength(1);
  });

  it('shows an error without a request if the link is incomplete', async () => {
    open(null, { 'PUT /invitations/offer': () => Promise.reject(new Error('asked for')) }, '/invitation');
    expect(await screen.findByText('Part of the link is missing. Please open the link from the mail.')).toBeTruthy();
    expect(screen.queryByText(/There was an error/)).toBeNull();
  });

  it('is the address to return to after the login', async () => {
    const login = jest.fn(async (_returnTo: string) => undefined);
    renderConsole({ path: '/invitation#secret', api: base, signOn: { login } });
    await waitFor(() => expect(login).toHaveBeenCalledWith('/invitation#secret'));
  });
});
