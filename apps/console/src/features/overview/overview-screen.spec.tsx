import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { listOf } from '../../testing/fixtures.ts';
import { NORTHWIND } from '../../testing/organization.ts';
import { renderConsole } from '../../testing/render-console.tsx';

const entitlementOf = (id: number, usedCount: number, allowedCount: number, active = true) => ({
  id,
  entitlement: { name: 'Bank accounts', description: null, lookupKey: 'bank' },
  usedCount,
  allowedCount,
  active,
});
const organization = {
  ...NORTHWIND,
  organizationProducts: [{ id: 1, product: { name: 'Portal', type: 'base' }, instanceUrl: null, active: true }],
  organizationEntitlements: [entitlementOf(1, 3, 10), entitlementOf(2, 1, 1100), entitlementOf(3, 9, 9, false)],
};
const show = (path: string) => {
  const memberships = [{ organization: { id: 4, name: 'Northwind' }, approved: true }];
  return renderConsole({
    path,
    usertype: 'CLIENT',
    api: {
      'GET /users/organizations': () => ({ data: memberships, count: 1 }),
      'GET /organizations/4': () => organization,
      'GET /events': ({ searchParams }) => ({ ...listOf([], searchParams), integrations: ['Payroll', 'Banking'] }),
    },
  });
};
const countOf = (name: string) =>
  screen
    .getAllByRole('term')
    .find((term) => term.textContent === name)
    ?.closest('div')
    ?.querySelector('dd')?.textContent;

describe('the product tab', () => {
  it('counts products, entitlements used of allowed, and integrations', async () => {
    show('/dashboard?view=product');
    await screen.findByRole('heading', { name: 'Acme Connect' });
    await waitFor(() => expect(countOf('Entitlements')).toBe('4 of 1,110'));
    expect(countOf('Products')).toBe('1');
    expect(countOf('Integrations')).toBe('2');
  });

  it('has a bar-coding view that says there is no app', async () => {
    show('/dashboard?view=bar-coding');
    expect(await screen.findByText('You do not have a barcoding app')).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Acme Connect', selected: true })).toBeTruthy();
  });
});
