import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Usertype } from '@portico/contracts/common/roles';
import type { OwnMembership } from '@portico/contracts/http/memberships';
import type { Answer } from '../../../testing/fake-network.ts';
import { NORTHWIND, productOf } from '../../../testing/organization.ts';
import { refusalOf } from '../../../testing/refusal.ts';
import { renderConsole } from '../../../testing/render-console.tsx';
import { troubleOf } from '../../../testing/trouble.ts';

const ORGANIZATION = { id: 4, name: 'Northwind' };
type Shown = { path?: string; usertype?: Usertype; own?: Partial<OwnMembership>; api?: Record<string, Answer> };

const show = ({ path = '/organizations/4', usertype = 'CLIENT', own = {}, api = {} }: Shown = {}) => {
  const sent: unknown[] = [];
  const shown = renderConsole({
    path,
    usertype,
    api: {
      'GET /users/organizations': () => ({
        data: [{ organization: ORGANIZATION, approved: true, role: 'viewer', ...own }],
        count: 1,
      }),
      'GET /organizations/4': () => ({
        ...NORTHWIND,
        customerId: 'cus_4',
        organizationProducts: [productOf(1, 'Bank account')],
      }),
      'PUT /organizations/4': (_, { body }) => {
        const change: unknown = JSON.parse(typeof body === 'string' ? body : '{}');
        sent.push(change);
        return Object.assign({ ...NORTHWIND }, change);
      },
      'GET /trouble': () => ({ data: [], count: 0, wrong: 0 }),
      ...api,
    },
  });
  return { ...shown, sent };
};
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const fill = async (name: string, text: string) => {
  await userEvent.clear(box(name));
  await userEvent.paste(text);
};

describe('the page of an organization', () => {
  // spec: D.85
  it("appears by name in the main menu of the organization's members, and has tabs", async () => {
    const { location } = show({
      path: '/products',
      own: { hasBilling: true },
      api: { 'GET /billable-products': () => [] },
    });
    const menu = within(await screen.findByRole('navigation', { name: 'Main' }));
    expect(menu.getByRole('link', { name: 'Billing' }).getAttribute('href')).toBe('/organizations/4/billing');
    await userEvent.click(menu.getByRole('link', { name: 'Northwind' }));
    await screen.findByRole('heading', { name: 'Northwind', level: 1 });
    expect(location()).toBe('/organizations/4');
    const tabs = within(screen.getByRole('tablist', { name: 'Organization' })).getAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      'Overview',
      'People',
      'Integrations',
      'Billing',
      'Settings',
    ]);
    await userEvent.click(screen.getByRole('tab', { name: 'Integrations' }));
    await waitFor(() => expect(location()).toBe('/organizations/4/integrations'));
  });

  it.each(['/organizations/4', '/organizations/4/people', '/organizations/4/billing'])(
    'shows "Organization not found" at %s to people who are not members',
    async (path) => {
      const notFound = () => refusalOf(404, 'not_found', 'The organization was not found');
      show({ path, api: { 'GET /organizations/4': notFound, 'GET /organization-billing/4': notFound } });
      expect(await screen.findByRole('heading', { name: 'Organization not found', level: 1 })).toBeTruthy();
      expect(screen.queryByRole('tab')).toBeNull();
    },
  );

  it("shows trouble of only the organization's integrations, and lets a manager manage purchases", async () => {
    const data = [troubleOf(3, { organizationId: 4, integration: 'Payroll' }), troubleOf(9, { organizationId: 5 })];
    show({ own: { role: 'manager' }, api: { 'GET /trouble': () => ({ data, count: 2, wrong: 2 }) } });
    expect(await screen.findByText('One integration is failing or silent')).toBeTruthy();
    expect(screen.getByText('Payroll')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Manage Bank account' })).toBeTruthy();
  });

  it("lists the organization's integrations with the actions that the viewer may perform", async () => {
    const rows = [
      { id: 3, name: 'Payroll', active: true, right: 'manager' },
      { id: 5, name: 'Banking', active: false, right: null },
    ];
    show({
      path: '/organizations/4/integrations',
      api: { 'GET /integrations/organizations/4': () => ({ data: rows, count: 2 }) },
    });
    const connect = await screen.findByRole('link', { name: 'Connect Payroll' });
    expect(connect.getAttribute('href')).toBe('/connect/3');
    expect(screen.getByRole('link', { name: 'Events of Banking' }).getAttribute('href')).toBe(
      '/dashboard?integration=Banking&organization=4',
    );
    expect(screen.queryByRole('link', { name: 'Connect Banking' })).toBeNull();
  });

  // spec: 5.18, 5.19, 5.20, 5.21
  it('edits the profile: sends only changed fields, the zip code as a number, never the customer id', async () => {
    const { sent } = show({ path: '/organizations/4/settings', usertype: 'ADMIN' });
    await screen.findByRole('form', { name: 'Edit organization' });
    expect(box('Stripe customer ID').readOnly).toBe(true);
    await fill('Name', 'Contoso');
    await fill('Zip code', '94105');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(sent).toEqual([{ name: 'Contoso', zipCode: 94_105 }]));
    expect((await screen.findAllByText('Organization Contoso updated successfully!')).length).toBeGreaterThan(0);
  });

  // spec: 8.6
  it('shows an error if the profile cannot be changed', async () => {
    const refused = () => refusalOf(403, 'forbidden', 'Not you');
    show({ path: '/organizations/4/settings', own: { role: 'manager' }, api: { 'PUT /organizations/4': refused } });
    await screen.findByRole('form', { name: 'Edit organization' });
    await fill('Name', 'Contoso');
    await userEvent.keyboard('{Enter}');
    expect((await screen.findAllByText('Error updating organization')).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Delete organization' })).toBeNull();
  });

  it('is deleted by administrators after a confirmation', async () => {
    const { location } = show({
      path: '/organizations/4/settings',
      usertype: 'ADMIN',
      api: {
        'DELETE /organizations/4': () => new Response(null, { status: 204 }),
        'GET /organizations': () => ({ data: [], count: 0 }),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete organization' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Deleting organization' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(location()).toBe('/admin/organizations'));
  });

  it('hides its settings from members who are not managers', async () => {
    show({ path: '/organizations/4/settings' });
    expect(await screen.findByText('Only managers change these settings')).toBeTruthy();
    expect(screen.queryByRole('form')).toBeNull();
  });
});

describe('/billing', () => {
  // spec: D.108
  it.each(['CLIENT', 'VENDOR'] as const)("redirects a %s to their organization's billing", async (usertype) => {
    const { location } = show({ path: '/billing', usertype });
    await waitFor(() => expect(location()).toBe('/organizations/4/billing'));
  });
});
