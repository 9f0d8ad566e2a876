import { defineEntity, p } from '@mikro-orm/core';

const CustomerSchema = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  properties: {
    organizationId: p.integer().primary().autoincrement(false),
    /** Stripe's id; null until Stripe has responded. */
    customerId: p.text().nullable(),
    /** The request to Stripe, stored before it is sent, so that a retry sends the same request with the same key. */
    name: p.text(),
    email: p.text().nullable(),
    idempotencyKey: p.uuid(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    /** Number of tickets drawn, each before the customer's purchases are read from Stripe. */
    asked: p.bigint('string').default('0'),
    /** Ticket of the last written read, and the number of tickets drawn by then. */
    readFrom: p.bigint('string').default('0'),
    readUntil: p.bigint('string').default('0'),
  },
  uniques: [{ name: 'customers_customer_unique', properties: ['customerId'] }],
});

/** An organization as Stripe's customer. */
export class Customer extends CustomerSchema.class {}
CustomerSchema.setClass(Customer);
