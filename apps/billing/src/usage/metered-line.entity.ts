import { defineEntity, p } from '@mikro-orm/core';

const MeteredLineSchema = defineEntity({
  name: 'MeteredLine',
  tableName: 'metered_lines',
  properties: {
    id: p.text().primary(),
    customerId: p.text().index('metered_lines_customer_index'),
    organizationId: p.integer(),
    lookupKey: p.text(),
    /** The invoice's number, or the invoice's id if it has no number. */
    invoice: p.text(),
    quantity: p.bigint('string'),
    startsAt: p.datetime(3),
    endsAt: p.datetime(3),
  },
});

/** An invoice line with a metered price, from the last read of the customer. */
export class MeteredLine extends MeteredLineSchema.class {}
MeteredLineSchema.setClass(MeteredLine);
