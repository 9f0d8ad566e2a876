import { defineEntity, p } from '@mikro-orm/core';

const SeenPurchaseSchema = defineEntity({
  name: 'SeenPurchase',
  tableName: 'seen_purchases',
  properties: {
    checkoutSessionId: p.text().primary(),
    version: p.bigint('number'),
  },
});

/** The version of a purchase that was taken into account last: a replay makes nobody a client again. */
export class SeenPurchase extends SeenPurchaseSchema.class {}
SeenPurchaseSchema.setClass(SeenPurchase);
