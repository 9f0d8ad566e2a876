import { defineEntity, p } from '@mikro-orm/core';

const DoorUsageSchema = defineEntity({
  name: 'DoorUsage',
  tableName: 'door_usage',
  properties: {
    /** A UTC day. */
    day: p.date().primary(),
    integrationId: p.integer().primary(),
    process: p.text().primary(),
    /** Total of the current day. */
    bytes: p.bigint('number'),
    /** The last counted minute in seconds since 1970, and its events. */
    minute: p.bigint('number'),
    events: p.bigint('number'),
  },
});

/** What one process accepted for an integration. Each process replaces its own rows. */
export class DoorUsage extends DoorUsageSchema.class {}
DoorUsageSchema.setClass(DoorUsage);
