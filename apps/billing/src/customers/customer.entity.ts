import { defineEntity, p } from '@mikro-orm/core';

const CustomerSchema = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  properties: {
    organizationId: p.integer().primary().autoincrement(false),
    /** Stripe's id; null until Stripe has answered. */
    customerId: p.text().nullable(),
    /** The request to Stripe, stored before it is sent: a retry sends the same under the same key. */
    name: p.text(),
    email: p.text().nullable(),
    idempotencyKey: p.uuid(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    /** Tickets drawn so far, each before a read of the customer's purchases from Stripe. */
    asked: p.bigint('string').default('0'),
    /** Ticket of the answer that was written last, and how many were drawn by then. */
    readFrom: p.bigint('string').default('0'),
    readUntil: p.bigint('string').default('0'),
  },
  uniques: [{ name: 'customers_customer_unique', properties: ['customerId'] }],
});

/** An organization as Stripe's customer. */
export class Customer extends CustomerSchema.class {}
CustomerSchema.setClass(Customer);
