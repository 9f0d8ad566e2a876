import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OwnMembership } from '@portico/contracts/http/memberships';
import { listOf } from '../../testing/fixtures.ts';
import { refusalOf } from '../../testing/refusal.ts';
import type { Answer } from '../../testing/fake-network.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { environmentOf } from './selected-organizations.ts';

const membershipOf = (id: number, name: string, approved = true): OwnMembership => ({
  organization: { id, name },
  approved,
  role: 'viewer',
});
const parsed = ({ body }: RequestInit): unknown => JSON.parse(typeof body === 'string' ? body : 'null');

const open = async (memberships: OwnMembership[], api: Record<string, Answer> = {}) => {
  const own = [...memberships];
  const sent: unknown[] = [];
  const answer = () => ({ data: own, count: own.length });
  const console = renderConsole({
    path: '/dashboard',
    usertype: 'CLIENT',
    api: {
      'GET /users/organizations': answer,
      'GET /events': ({ searchParams }) => ({ ...listOf([], searchParams), integrations: ['Payroll'] }),
      'GET /organizations': () => ({ data: [{ id: 9, name: 'Fabrikam' }], count: 1 }),
      'PUT /organizations/assign': (_, request) => {
        const body = parsed(request);
        sent.push(body);
        if (JSON.stringify(body).includes('true')) own.push(membershipOf(9, 'Fabrikam', false));
        else own.splice(0, 1);
        return answer();
      },
      ...api,
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: /Hello, Ada/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Organization Settings' }));
  return { ...console, sent, dialog: within(await screen.findByRole('dialog', { name: 'Organization Settings' })) };
};
const toastWith = async (text: string) => (await screen.findAllByText(text))[0];

describe('Organization Settings', () => {
  // spec: 2.53, 3.19, D.44
  it('save the selected organizations, and filter events by this selection', async () => {
    const { dialog, calls } = await open([membershipOf(4, 'Northwind'), membershipOf(5, 'Contoso')]);
    await userEvent.click(await dialog.findByRole('switch', { name: 'Northwind' }));
    await waitFor(() => expect(calls.at(-1)).toContain('organizations=4&'));
    await userEvent.click(dialog.getByRole('switch', { name: 'Contoso' }));
    await waitFor(() => expect(calls.at(-1)).toContain('organizations=4%2C5'));
    expect(localStorage.getItem('organizations_local')).toBe('[4,5]');
    await userEvent.click(dialog.getByRole('switch', { name: 'Northwind' }));
    await waitFor(() => expect(localStorage.getItem('organizations_local')).toBe('[5]'));
  });

  it("link to the page of the viewer's organization", async () => {
    const { dialog, location } = await open([membershipOf(4, 'Northwind'), membershipOf(5, 'Contoso', false)]);
    const link = await dialog.findByRole('link', { name: 'Open Northwind' });
    expect(dialog.queryByRole('link', { name: 'Open Contoso' })).toBeNull();
    await userEvent.click(link);
    await waitFor(() => expect(location()).toBe('/organizations/4'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  // spec: 2.63, 4.16, 7.11, D.99
  it('send a request to join an organization, which stays pending until approval', async () => {
    const { dialog, sent } = await open([]);
    expect(await dialog.findByText('Your are not assigned to an Organization')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: /Organization$/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Fabrikam' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Assign' }));
    expect(await dialog.findByText('Pending approval')).toBeTruthy();
    expect(dialog.getByRole<HTMLInputElement>('switch', { name: 'Fabrikam' }).disabled).toBe(true);
    expect(sent).toEqual([{ organizationId: 9, assign: true }]);
  });

  // spec: 2.53, 4.17, 7.11
  it('remove an organization that the viewer leaves', async () => {
    const { dialog, sent } = await open([membershipOf(4, 'Northwind'), membershipOf(5, 'Contoso')]);
    await userEvent.click(await dialog.findByRole('switch', { name: 'Northwind' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Unassign Northwind' }));
    await waitFor(() => expect(dialog.queryByText('Northwind')).toBeNull());
    await waitFor(() => expect(localStorage.getItem('organizations_local')).toBeNull());
    expect(sent).toEqual([{ organizationId: 4, assign: false }]);
  });

  // spec: 8.14, 8.15
  it('show an error and restore the organization if the server rejects the request', async () => {
    const { dialog } = await open([membershipOf(4, 'Northwind')], {
      'PUT /organizations/assign': () => refusalOf(503, 'unavailable', 'Come back later'),
    });
    await userEvent.click(await dialog.findByRole('button', { name: 'Unassign Northwind' }));
    expect(await toastWith('Error unassigning organization')).toBeTruthy();
    expect(await dialog.findByText('Northwind')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: /Organization$/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Fabrikam' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Assign' }));
    expect(await toastWith('Error assigning organization')).toBeTruthy();
  });
});

describe('environmentOf', () => {
  // spec: 3.19, D.91
  it.each([
    ['localhost', 'local'],
    ['staging.portico.test', 'staging'],
    ['demo.anything.example', 'demo'],
    ...['www', 'app', 'console', 'portal'].map((name): [string, string] => [`${name}.portico.test`, 'prod']),
    ['portico.test', 'prod'],
    ['10.0.0.7', 'prod'],
  ])('converts %s to %s', (hostname, environment) => {
    expect(environmentOf(hostname)).toBe(environment);
  });
});
