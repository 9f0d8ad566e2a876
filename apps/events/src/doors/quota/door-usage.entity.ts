import { defineEntity, p } from '@mikro-orm/core';

const DoorUsageSchema = defineEntity({
  name: 'DoorUsage',
  tableName: 'door_usage',
  properties: {
    /** A day of UTC. */
    day: p.date().primary(),
    integrationId: p.integer().primary(),
    process: p.text().primary(),
    /** Of the day so far. */
    bytes: p.bigint('number'),
    /** The last minute in which it counted, in seconds since 1970, and the events of that minute. */
    minute: p.bigint('number'),
    events: p.bigint('number'),
  },
});

/** How much one process let through for an integration. Each process replaces its own rows. */
export class DoorUsage extends DoorUsageSchema.class {}
DoorUsageSchema.setClass(DoorUsage);
