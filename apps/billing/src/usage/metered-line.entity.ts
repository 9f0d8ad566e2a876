import { defineEntity, p } from '@mikro-orm/core';

const MeteredLineSchema = defineEntity({
  name: 'MeteredLine',
  tableName: 'metered_lines',
  properties: {
    /** Stripe's id of the line. */
    id: p.text().primary(),
    customerId: p.text().index('metered_lines_customer_index'),
    organizationId: p.integer(),
    lookupKey: p.text(),
    /** The number of its invoice, or else the id. */
    invoice: p.text(),
    quantity: p.bigint('string'),
    startsAt: p.datetime(3),
    endsAt: p.datetime(3),
  },
});

/** A line of an invoice whose price is metered, as Stripe had it when the customer was read last. */
export class MeteredLine extends MeteredLineSchema.class {}
MeteredLineSchema.setClass(MeteredLine);
