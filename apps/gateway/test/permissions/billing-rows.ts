import * as billing from '@portico/contracts/http/billing';
import { everyone, type Row, signedIn } from './row.ts';

export const BILLING: readonly Row[] = [
  { endpoint: billing.listBillableProducts, what: 'products', answers: signedIn(200) },
  // The service does not have these yet: nobody is answered.
  { endpoint: billing.createCheckout, what: 'nothing', answers: everyone(404) },
  { endpoint: billing.returnFromCheckout, what: 'nothing', answers: everyone(404) },
  { endpoint: billing.createCustomerPortal, what: 'nothing', answers: everyone(404) },
  { endpoint: billing.receiveWebhook, what: 'nothing', answers: everyone(404) },
  { endpoint: billing.listPurchases, what: 'nothing', answers: everyone(404) },
  { endpoint: billing.reconcile, what: 'nothing', answers: everyone(404) },
];
