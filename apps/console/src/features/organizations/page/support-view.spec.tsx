import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { VIEW_WITHOUT_END, type ViewAccess } from '@portico/contracts/http/view-access';
import { userOf } from '../../../testing/fixtures.ts';
import type { Answer } from '../../../testing/fake-network.ts';
import { NORTHWIND } from '../../../testing/organization.ts';
import { renderConsole } from '../../../testing/render-console.tsx';

const UNTIL = '2026-11-20T18:00:00.000Z';

const textOf = (body: unknown): unknown => JSON.parse(typeof body === 'string' ? body : 'null');

const show = (usertype: 'CLIENT' | 'ADMIN', access: ViewAccess, more: Record<string, Answer> = {}) => {
  const sent: { hours: unknown }[] = [];
  let current = access;
  const noted: Answer = (_, { body }) => {
    const { hours } = textOf(body) as { hours: unknown };
    sent.push({ hours });
    current = { until: hours === 'always' ? VIEW_WITHOUT_END : UNTIL, allowedBy: 'Ada' };
    return current;
  };
  const api: Record<string, Answer> = {
    'GET /organizations/4': () => NORTHWIND,
    'GET /trouble': () => ({ data: [], count: 0, wrong: 0 }),
    'GET /users/organizations': () => ({
      data: [{ organization: { id: 4, name: 'Acme' }, approved: true, role: 'manager' }],
      count: 1,
    }),
    'GET /organizations/4/view-access': () => current,
    'PUT /organizations/4/view-access': noted,
    'DELETE /organizations/4/view-access': () => {
      current = { until: null, allowedBy: null };
      return new Response(null, { status: 204 });
    },
    ...more,
  };
  return { ...renderConsole({ path: '/organizations/4/settings', usertype, api }), sent };
};

describe('support views of an organization', () => {
  it("are allowed and ended by the organization's managers", async () => {
    const { sent } = show('CLIENT', { until: null, allowedBy: null });
    await userEvent.click(await screen.findByRole('button', { name: 'Allow for 8 hours' }));
    expect(await screen.findByText(/^Access is allowed by Ada until .*\.$/)).toBeTruthy();
    expect(sent).toEqual([{ hours: 8 }]);
    expect(screen.queryByRole('button', { name: 'View as a customer' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'End access now' }));
    expect(await screen.findByText('Administrators may not view this organization now.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Allow until someone ends it' }));
    expect(await screen.findByText('Access is allowed by Ada until revoked.')).toBeTruthy();
  });

  it('let administrators view the console with a reason, and show a banner that ends the view', async () => {
    const ended: string[] = [];
    const viewing = { sessionId: 9, organization: 'Acme', by: 'Ada Admin' };
    const { calls } = show(
      'ADMIN',
      { until: UNTIL, allowedBy: 'Cleo' },
      {
        'POST /auth/view': (_, { body }) => {
          expect(textOf(body)).toEqual({ organizationId: 4, reason: 'Ticket 4711' });
          return { accessToken: 'viewing', user: { ...userOf('CLIENT'), id: 2_140_000_004, viewing } };
        },
        'POST /auth/renewal': () => ({ accessToken: 'own', user: userOf('ADMIN') }),
        'DELETE /sessions/9': (_, { headers }) => {
          ended.push(new Headers(headers).get('authorization') ?? '');
          return new Response(null, { status: 204 });
        },
      },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'View as a customer' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'View as a customer' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Ticket 4711');
    await userEvent.click(dialog.getByRole('button', { name: 'View' }));
    expect(await screen.findByText('Ada Admin views Acme as a viewer')).toBeTruthy();
    expect(localStorage.getItem('token')).toBe('viewing');
    await userEvent.click(screen.getByRole('button', { name: 'End view' }));
    await waitFor(() => expect(ended).toEqual(['Bearer own']));
    await waitFor(() => expect(screen.queryByText('Ada Admin views Acme as a viewer')).toBeNull());
    expect(calls.filter((call) => call === 'POST /auth/renewal')).toHaveLength(1);
  });

  it('are not offered until a manager allows them', async () => {
    show('ADMIN', { until: null, allowedBy: null });
    const button = await screen.findByRole('button', { name: 'View as a customer' });
    expect(button.hasAttribute('disabled')).toBe(true);
    expect(screen.queryByRole('button', { name: /^Allow for/ })).toBeNull();
  });
});
