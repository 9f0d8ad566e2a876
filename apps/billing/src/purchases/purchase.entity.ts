import { defineEntity, p } from '@mikro-orm/core';
import type { PurchaseItem, PurchaseState } from '@portico/contracts/events/billing';

const PurchaseSchema = defineEntity({
  name: 'Purchase',
  tableName: 'purchases',
  properties: {
    id: p.integer().primary().autoincrement(),
    organizationId: p.integer(),
    customerId: p.text(),
    checkoutSessionId: p.text(),
    subscriptionId: p.text().nullable(),
    currency: p.text(),
    /** The amount paid at checkout, in the currency's smallest unit. */
    amountTotal: p.bigint('number'),
    items: p.json<PurchaseItem[]>(),
    /** Starts at the current time in seconds since 1970, so that versions continue to grow after the loss of the table. */
    version: p.bigint('number'),
    purchasedAt: p.datetime(3),
    boughtBy: p.integer().nullable(),
  },
  uniques: [{ name: 'purchases_session_unique', properties: ['checkoutSessionId'] }],
  indexes: [{ name: 'purchases_organization_index', properties: ['organizationId'] }],
});

/** One completed checkout, as last read from Stripe. */
export class Purchase extends PurchaseSchema.class {
  /** Cancels recurring items; one-time payments stay. @returns whether anything was canceled. */
  endRecurring(): boolean {
    const isEnding = ({ recurring = this.subscriptionId !== null, status }: PurchaseItem): boolean =>
      recurring && (status === 'active' || status === 'past_due');
    if (!this.items.some(isEnding)) return false;
    this.items = this.items.map((item) => (isEnding(item) ? { ...item, status: 'canceled' } : item));
    this.version += 1;
    return true;
  }

  toState(): PurchaseState {
    const { id, version, organizationId, customerId, checkoutSessionId, items, boughtBy } = this;
    return {
      id,
      version,
      organizationId,
      customerId,
      checkoutSessionId,
      items,
      boughtBy: boughtBy ?? null,
      purchasedAt: this.purchasedAt.toISOString(),
      deletedAt: null,
    };
  }
}
PurchaseSchema.setClass(Purchase);
