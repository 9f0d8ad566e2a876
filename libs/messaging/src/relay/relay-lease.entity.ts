import { defineEntity, p } from '@mikro-orm/core';

const RelayLeaseSchema = defineEntity({
  name: 'RelayLease',
  tableName: 'relay_lease',
  properties: {
    /** There is one row. */
    id: p.integer().primary().autoincrement(false),
    /** One tenure of one relay; a relay that takes the lease again has another id. */
    holder: p.uuid().nullable(),
    /** By the database's clock. Null: free. */
    expiresAt: p.datetime(3).nullable(),
    /** Kafka's producer id that every relay of the service uses, and the epoch of the newest of them. */
    producerId: p.bigint('string').nullable(),
    producerEpoch: p.integer().default(0),
  },
});

/** Which relay publishes the outbox, and as which producer. */
export class RelayLease extends RelayLeaseSchema.class {}
RelayLeaseSchema.setClass(RelayLease);
