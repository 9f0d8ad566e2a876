import * as billing from '@portico/contracts/http/billing';
import * as integrations from '@portico/contracts/http/integrations';
import { assignSelf, listOwnMemberships } from '@portico/contracts/http/memberships';
import { getOrganizationBilling } from '@portico/contracts/http/organization-billing';
import * as orgs from '@portico/contracts/http/orgs';
import * as usage from '@portico/contracts/http/usage';
import { billable } from '../billable-products.ts';
import { integrationOf } from '../integration.ts';
import { entitlementOf, NORTHWIND, productOf } from '../organization.ts';
import { billingOf } from '../organization-billing.ts';
import { meteredOf, octoberOf, periodOf } from '../usage.ts';
import { fakeMembers } from './fake-members.ts';
import { fakeTable, notFound } from './fake-table.ts';
import { answering, type TypedAnswer } from './typed-answers.ts';

const PRODUCTS = [
  billable('voucher_50', 'Voucher 50', { interval: null, unitAmount: 5_000 }),
  billable('bank_account', 'Bank account', { unit: 'bank account', unitAmount: 900 }),
];
const USAGE = [periodOf(2, 'key_2', '31'), octoberOf(1, 'key_2', '24')];
const named = (id: number, name: string): orgs.OrganizationDetail => ({ ...NORTHWIND, id, name });
const northwind = (): orgs.OrganizationDetail => ({
  ...NORTHWIND,
  customerId: 'cus_northwind',
  organizationProducts: [productOf(1, 'Portico'), productOf(2, 'Bar coding', { type: 'bar-coding' })],
  organizationEntitlements: [entitlementOf(1, 'Bank accounts', 3, 10), entitlementOf(2, 'Seats', 12, 25)],
});

const listed = (row: orgs.OrganizationDetail) => ({
  ...row,
  memberCount: row.userOrganizations.length,
  pendingCount: row.userOrganizations.filter(({ approved }) => !approved).length,
});

export const fakeOrganizations = (): TypedAnswer[] => {
  const table = fakeTable([northwind(), named(5, 'Contoso'), named(6, 'Fabrikam')], (id) => named(id, ''));
  const connected = fakeTable(
    [3, 5, 6].map((id, index) => integrationOf(id, { name: ['Payroll', 'Banking', 'Pension'][index] ?? '' })),
    integrationOf,
  );
  const own = new Map([[NORTHWIND.id, true]]);
  const memberships = () => {
    const data = table.rows
      .filter(({ id }) => own.has(id))
      .map(({ id, name }) => ({
        organization: { id, name },
        approved: own.get(id) === true,
        role: 'manager' as const,
        hasBilling: id === NORTHWIND.id,
      }));
    return { data, count: data.length };
  };
  return [
    ...fakeMembers(),
    answering(orgs.listOrganizations, (request) => {
      const { data, count } = table.page(request);
      return { data: data.map(listed), count };
    }),
    answering(listOwnMemberships, memberships),
    answering(assignSelf, ({ body: { organizationId, assign } }) => {
      if (assign) own.set(organizationId, false);
      else own.delete(organizationId);
      return memberships();
    }),
    answering(orgs.assignUsers, ({ body: { organizationId, users } }) => {
      const row = table.rows.find(({ id }) => id === organizationId);
      if (!row) return notFound();
      row.membersVersion += 1;
      row.userOrganizations = users.map(({ id, approved }) => ({ userId: id, organizationId, approved, user: null }));
      return row;
    }),
    answering(orgs.updateEntitlement, ({ id, body }) => {
      const entitlement = table.rows.flatMap((row) => row.organizationEntitlements).find((one) => one.id === id);
      return entitlement ? Object.assign(entitlement, body) : notFound();
    }),
    answering(orgs.getOrganization, table.get),
    answering(orgs.createOrganization, table.add),
    answering(orgs.updateOrganization, table.change),
    answering(orgs.deleteOrganization, table.remove),
    answering(integrations.listIntegrations, connected.page),
    answering(integrations.getIntegration, connected.get),
    answering(integrations.createIntegration, connected.add),
    answering(integrations.updateIntegration, connected.change),
    answering(integrations.deleteIntegration, connected.remove),
    answering(billing.listBillableProducts, () => PRODUCTS),
    answering(billing.createCheckout, () => ({
      url: new URL('/checkout/success?session_id=cs_fake', location.href).href,
    })),
    answering(billing.returnFromCheckout, () => ({ status: 'paid' as const, organizationId: NORTHWIND.id })),
    answering(billing.createCustomerPortal, () => ({
      url: new URL(`/organizations/${NORTHWIND.id}/billing`, location.href).href,
    })),
    answering(usage.listUsage, ({ id }) => ({ data: id === NORTHWIND.id ? USAGE : [] })),
    answering(usage.getUsage, ({ id }) => ({
      ...(USAGE.find((one) => one.id === id) ?? periodOf(id, 'key_2', '0')),
      days: null,
    })),
    answering(usage.listMeters, () => ({ data: [meteredOf('key_1', 'Bank accounts'), meteredOf('key_2', 'Seats')] })),
    answering(usage.previewMeter, () => ({ from: USAGE[0]?.startsAt ?? '', to: USAGE[0]?.countedTo ?? '', data: [] })),
    answering(getOrganizationBilling, ({ id }) => (id === NORTHWIND.id ? billingOf() : notFound())),
    answering(billing.listPurchases, () => ({
      data: [],
      count: 0,
      webhooks: { waiting: 0, failing: 0, oldestReceivedAt: null },
    })),
    answering(billing.listUsageFaults, () => ({ data: [] })),
  ];
};
