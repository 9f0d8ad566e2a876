import { defineEntity, p } from '@mikro-orm/core';

const RelayLeaseSchema = defineEntity({
  name: 'RelayLease',
  tableName: 'relay_lease',
  properties: {
    id: p.integer().primary().autoincrement(false),
    /** Random id of the holder's tenure. A relay that takes the lease again gets another id. Null: no relay holds the lease. */
    holder: p.uuid().nullable(),
    /** When the lease expires, by the database's clock. Null: no relay holds the lease. */
    expiresAt: p.datetime(3).nullable(),
    /** The Kafka producer id that all relays of the service use. `producerEpoch` is its newest epoch. */
    producerId: p.bigint('string').nullable(),
    producerEpoch: p.integer().default(0),
  },
});

/** The only row of the table. It determines which relay publishes the outbox, and with which Kafka producer. */
export class RelayLease extends RelayLeaseSchema.class {}
RelayLeaseSchema.setClass(RelayLease);
