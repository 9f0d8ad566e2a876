import { defineEntity, p } from '@mikro-orm/core';
import type { PurchaseItem } from '@portico/contracts/events/billing';

const PurchaseSchema = defineEntity({
  name: 'Purchase',
  tableName: 'purchases',
  properties: {
    checkoutSessionId: p.text().primary(),
    organizationId: p.integer(),
    items: p.json<PurchaseItem[]>(),
    version: p.bigint('number'),
  },
  indexes: [{ name: 'purchases_organization_index', properties: ['organizationId'] }],
});

/** This service's copy of purchases from `billing.purchase.v1`, from which entitlements are computed. */
export class Purchase extends PurchaseSchema.class {}
PurchaseSchema.setClass(Purchase);
