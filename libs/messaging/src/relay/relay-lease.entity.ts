import { defineEntity, p } from '@mikro-orm/core';

const RelayLeaseSchema = defineEntity({
  name: 'RelayLease',
  tableName: 'relay_lease',
  properties: {
    /** The table has a single row. */
    id: p.integer().primary().autoincrement(false),
    /** Id of one tenure; a relay that takes the lease again gets another id. */
    holder: p.uuid().nullable(),
    /** By the database's clock. Null: free. */
    expiresAt: p.datetime(3).nullable(),
    /** The Kafka producer id that every relay of the service uses, and its newest epoch. */
    producerId: p.bigint('string').nullable(),
    producerEpoch: p.integer().default(0),
  },
});

/** Which relay publishes the outbox, and with which producer. */
export class RelayLease extends RelayLeaseSchema.class {}
RelayLeaseSchema.setClass(RelayLease);
