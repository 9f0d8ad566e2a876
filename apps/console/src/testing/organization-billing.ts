import type {
  BilledInvoice,
  BilledSubscription,
  OrganizationBilling,
} from '@portico/contracts/http/organization-billing';

export const invoiceOf = (id: string, change: Partial<BilledInvoice> = {}): BilledInvoice => ({
  id,
  number: `NW-${id}`,
  createdAt: '2026-11-20T10:00:00.000Z',
  status: 'paid',
  currency: 'usd',
  total: 5_000,
  amountDue: 0,
  nextAttemptAt: null,
  pageUrl: `https://invoice.stripe.test/${id}`,
  pdfUrl: `https://invoice.stripe.test/${id}/pdf`,
  usage: [],
  ...change,
});

/** An active monthly subscription whose next charge is on 20 December 2026. */
export const subscriptionOf = (id: string, change: Partial<BilledSubscription> = {}): BilledSubscription => ({
  id,
  status: 'active',
  currency: 'usd',
  lines: [{ name: 'Bank account', quantity: 2, unitAmount: 5_000, interval: 'month', intervalCount: 1 }],
  periodEndsAt: '2026-12-20T10:00:00.000Z',
  endsAt: null,
  nextCharge: { amount: 10_000, at: '2026-12-20T10:00:00.000Z' },
  card: { brand: 'visa', last4: '4242', expiresMonth: 12, expiresYear: 2040 },
  openInvoice: null,
  ...change,
});

export const billingOf = (change: Partial<OrganizationBilling> = {}): OrganizationBilling => ({
  organization: { id: 4, name: 'Northwind' },
  customerId: 'cus_northwind',
  subscriptions: [subscriptionOf('sub_1')],
  invoices: [invoiceOf('2'), invoiceOf('1', { createdAt: '2026-10-20T10:00:00.000Z' })],
  hasMore: false,
  ...change,
});
