import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '@portico/api-client';
import { createCheckout } from '@portico/contracts/http/billing';
import { getOrganization } from '@portico/contracts/http/orgs';
import { listMeters, putMeter } from '@portico/contracts/http/usage';
import { ownOrganization } from './seed.ts';

const VOUCHERS = { productId: 'prod_voucher_400', lookupKey: 'voucher' };
/** Meter that counts one voucher for each created invoice. */
const METER = { where: 'event:invoice.created status:SUCCESS', measure: 'events' as const };
const PAUSE_MS = 1_000;
const MAX_PAUSES = 30;

/** Opens a checkout, and pays it by card on the stand-in's payment page, like a customer. */
const buyVouchers = async (client: ApiClient, organizationId: number): Promise<void> => {
  const { url } = await client.call(createCheckout, { body: { productIds: [VOUCHERS.productId], organizationId } });
  const form = { action: 'pay', card: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123' };
  const { status } = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  if (status >= 400) throw new Error(`the payment page answered ${status}`);
};

/**
 * Buys vouchers for the client's organization, and creates the meter that counts one voucher for each invoice. Idempotent. Keeps a
 * meter that an administrator has changed. With the real Stripe, it buys nothing.
 */
export const seedUsage = async (superAdmin: ApiClient, client: ApiClient, hasStandIn: boolean): Promise<void> => {
  const id = await ownOrganization(client);
  const hasVouchers = async (): Promise<boolean> => {
    const { organizationEntitlements } = await client.call(getOrganization, { params: { id } });
    return organizationEntitlements.some(({ entitlement }) => entitlement.lookupKey === VOUCHERS.lookupKey);
  };
  if (!(await hasVouchers())) {
    if (!hasStandIn) return;
    await buyVouchers(client, id);
    // A purchase is usually granted within a second.
    for (let pauses = 0; !(await hasVouchers()); pauses += 1) {
      if (pauses === MAX_PAUSES) return;
      await sleep(PAUSE_MS);
    }
  }
  const { data } = await superAdmin.call(listMeters);
  const vouchers = data.find(({ lookupKey }) => lookupKey === VOUCHERS.lookupKey);
  if (vouchers?.meter === null) await superAdmin.call(putMeter, { params: { key: VOUCHERS.lookupKey }, body: METER });
};
