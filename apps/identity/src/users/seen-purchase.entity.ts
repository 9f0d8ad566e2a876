import { defineEntity, p } from '@mikro-orm/core';

const SeenPurchaseSchema = defineEntity({
  name: 'SeenPurchase',
  tableName: 'seen_purchases',
  properties: {
    checkoutSessionId: p.text().primary(),
    version: p.bigint('number'),
  },
});

/** The last processed version of a purchase, so that a replayed event does not turn a user into a client again. */
export class SeenPurchase extends SeenPurchaseSchema.class {}
SeenPurchaseSchema.setClass(SeenPurchase);
