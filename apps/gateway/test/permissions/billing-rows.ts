import * as billing from '@portico/contracts/http/billing';
import { getOrganizationBilling } from '@portico/contracts/http/organization-billing';
import { admins, everyone, type Row, signedIn } from './row.ts';

const productIds = ['prod_bank_account'];

export const BILLING: readonly Row[] = [
  { endpoint: billing.listBillableProducts, what: 'products', answers: signedIn(200) },
  {
    endpoint: billing.createCheckout,
    what: "for one's own organization",
    answers: signedIn(200),
    send: async ({ shop }, own) => ({ body: { productIds, organizationId: await shop(own) } }),
  },
  {
    endpoint: billing.createCheckout,
    what: "for another's organization",
    answers: admins(200, 404),
    send: async ({ shop }) => ({ body: { productIds, organizationId: await shop() } }),
  },
  {
    endpoint: billing.createCheckout,
    what: 'for an organization that one only views',
    answers: admins(200),
    send: async ({ viewedShop }, own) => ({ body: { productIds, organizationId: await viewedShop(own) } }),
  },
  {
    endpoint: billing.returnFromCheckout,
    what: "from one's own checkout",
    answers: signedIn(200),
    send: async ({ session }, own) => ({ body: { sessionId: await session(own) } }),
  },
  {
    endpoint: billing.returnFromCheckout,
    what: "from another's checkout",
    answers: admins(200, 404),
    send: async ({ session }) => ({ body: { sessionId: await session() } }),
  },
  {
    endpoint: billing.createCustomerPortal,
    what: "of one's own organization",
    answers: signedIn(200),
    send: async ({ customer }, own) => ({ body: { customerId: await customer(own) } }),
  },
  {
    endpoint: billing.createCustomerPortal,
    what: "of another's organization",
    answers: admins(200, 404),
    send: async ({ customer }) => ({ body: { customerId: await customer() } }),
  },
  {
    endpoint: billing.createCustomerPortal,
    what: 'of an organization that one only views',
    answers: admins(200),
    send: async ({ viewedCustomer }, own) => ({ body: { customerId: await viewedCustomer(own) } }),
  },
  {
    endpoint: getOrganizationBilling,
    what: "one's own organization's",
    answers: signedIn(200),
    send: async ({ shop }, own) => ({ id: await shop(own) }),
  },
  {
    endpoint: getOrganizationBilling,
    what: "another's organization's",
    answers: admins(200, 404),
    send: async ({ shop }) => ({ id: await shop() }),
  },
  {
    endpoint: getOrganizationBilling,
    what: "an organization's that one only views",
    answers: admins(200),
    send: async ({ viewedShop }, own) => ({ id: await viewedShop(own) }),
  },
  { endpoint: billing.receiveWebhook, what: 'without a signature', answers: everyone(400), send: () => ({ body: {} }) },
  { endpoint: billing.listPurchases, what: 'purchases', answers: admins(200) },
  { endpoint: billing.listUsageFaults, what: 'use that differs', answers: admins(200) },
  {
    endpoint: billing.reconcile,
    what: 'an organization without a customer',
    answers: admins(404),
    send: async ({ organization }) => ({ body: { organizationId: await organization() } }),
  },
];
