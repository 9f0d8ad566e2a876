import { defineEntity, p } from '@mikro-orm/core';

const ActivityMinuteSchema = defineEntity({
  name: 'ActivityMinute',
  tableName: 'activity_minutes',
  properties: {
    organizationId: p.integer().primary().autoincrement(false),
    integrationId: p.integer().primary().autoincrement(false),
    eventName: p.text().primary(),
    /** Minutes of arrival, and the partition that the events arrived in. */
    minute: p.datetime(3).primary(),
    partition: p.integer().primary().autoincrement(false),
    total: p.integer(),
    failures: p.integer(),
  },
  indexes: [{ name: 'activity_minutes_minute_index', properties: ['minute'] }],
});

/** How many events of a name arrived within a minute, and how many of them failed: maxima of what records say. */
export class ActivityMinute extends ActivityMinuteSchema.class {}
ActivityMinuteSchema.setClass(ActivityMinute);

const ActivityHourSchema = defineEntity({
  name: 'ActivityHour',
  tableName: 'activity_hours',
  properties: {
    organizationId: p.integer().primary().autoincrement(false),
    integrationId: p.integer().primary().autoincrement(false),
    eventName: p.text().primary(),
    hour: p.datetime(3).primary(),
    total: p.integer(),
  },
});

/** How many events of a name arrived within an hour: what its minutes grew by. */
export class ActivityHour extends ActivityHourSchema.class {}
ActivityHourSchema.setClass(ActivityHour);
