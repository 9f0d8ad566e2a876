import { defineEntity, p } from '@mikro-orm/core';

const DoorUsageSchema = defineEntity({
  name: 'DoorUsage',
  tableName: 'door_usage',
  properties: {
    /** A UTC day. */
    day: p.date().primary(),
    integrationId: p.integer().primary(),
    process: p.text().primary(),
    /** Total bytes of the day. */
    bytes: p.bigint('number'),
    /** The last counted minute, in seconds since 1970. */
    minute: p.bigint('number'),
    /** Number of events in this minute. */
    events: p.bigint('number'),
  },
});

/** Events and bytes that one process accepted for an integration. Each process replaces only its own rows. */
export class DoorUsage extends DoorUsageSchema.class {}
DoorUsageSchema.setClass(DoorUsage);
