import { defineEntity, p } from '@mikro-orm/core';

const CustomerSchema = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  properties: {
    organizationId: p.integer().primary().autoincrement(false),
    /** Stripe's id; null until Stripe has responded. */
    customerId: p.text().nullable(),
    /** The name in the request to Stripe. The request is stored before it is sent, so that a retry repeats it with the same key. */
    name: p.text(),
    email: p.text().nullable(),
    idempotencyKey: p.uuid(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    /** Number of tickets drawn. A process draws a ticket before it reads the customer's purchases from Stripe. */
    asked: p.bigint('string').default('0'),
    /** Ticket of the last read that was written. */
    readFrom: p.bigint('string').default('0'),
    /** Number of tickets drawn when the last read was written. */
    readUntil: p.bigint('string').default('0'),
  },
  uniques: [{ name: 'customers_customer_unique', properties: ['customerId'] }],
});

export class Customer extends CustomerSchema.class {}
CustomerSchema.setClass(Customer);
