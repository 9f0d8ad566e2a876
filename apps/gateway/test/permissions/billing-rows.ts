import * as billing from '@portico/contracts/http/billing';
import { getOrganizationBilling } from '@portico/contracts/http/organization-billing';
import { admins, everyone, type Row, signedIn } from './row.ts';

const productIds = ['prod_bank_account'];

export const BILLING: readonly Row[] = [
  { endpoint: billing.listBillableProducts, what: 'all products', answers: signedIn(200) },
  {
    endpoint: billing.createCheckout,
    what: "the user's own organization",
    answers: signedIn(200),
    send: async ({ shop }, own) => ({ body: { productIds, organizationId: await shop(own) } }),
  },
  {
    endpoint: billing.createCheckout,
    what: 'another organization',
    answers: admins(200, 404),
    send: async ({ shop }) => ({ body: { productIds, organizationId: await shop() } }),
  },
  {
    endpoint: billing.createCheckout,
    what: 'an organization that the user only views',
    answers: admins(200),
    send: async ({ viewedShop }, own) => ({ body: { productIds, organizationId: await viewedShop(own) } }),
  },
  {
    endpoint: billing.returnFromCheckout,
    what: "the user's own checkout",
    answers: signedIn(200),
    send: async ({ session }, own) => ({ body: { sessionId: await session(own) } }),
  },
  {
    endpoint: billing.returnFromCheckout,
    what: "another user's checkout",
    answers: admins(200, 404),
    send: async ({ session }) => ({ body: { sessionId: await session() } }),
  },
  {
    endpoint: billing.createCustomerPortal,
    what: "the user's own organization",
    answers: signedIn(200),
    send: async ({ customer }, own) => ({ body: { customerId: await customer(own) } }),
  },
  {
    endpoint: billing.createCustomerPortal,
    what: 'another organization',
    answers: admins(200, 404),
    send: async ({ customer }) => ({ body: { customerId: await customer() } }),
  },
  {
    endpoint: billing.createCustomerPortal,
    what: 'an organization that the user only views',
    answers: admins(200),
    send: async ({ viewedCustomer }, own) => ({ body: { customerId: await viewedCustomer(own) } }),
  },
  {
    endpoint: getOrganizationBilling,
    what: "the user's own organization",
    answers: signedIn(200),
    send: async ({ shop }, own) => ({ id: await shop(own) }),
  },
  {
    endpoint: getOrganizationBilling,
    what: 'another organization',
    answers: admins(200, 404),
    send: async ({ shop }) => ({ id: await shop() }),
  },
  {
    endpoint: getOrganizationBilling,
    what: 'an organization that the user only views',
    answers: admins(200),
    send: async ({ viewedShop }, own) => ({ id: await viewedShop(own) }),
  },
  {
    endpoint: billing.receiveWebhook,
    what: 'a body without a signature',
    answers: everyone(400),
    send: () => ({ body: {} }),
  },
  { endpoint: billing.listPurchases, what: 'all purchases', answers: admins(200) },
  { endpoint: billing.listUsageFaults, what: 'usage that differs from Stripe', answers: admins(200) },
  {
    endpoint: billing.reconcile,
    what: 'an organization without a customer',
    answers: admins(404),
    send: async ({ organization }) => ({ body: { organizationId: await organization() } }),
  },
];
