import { defineEntity, p } from '@mikro-orm/core';

const ActivityMinuteSchema = defineEntity({
  name: 'ActivityMinute',
  tableName: 'activity_minutes',
  properties: {
    organizationId: p.integer().primary().autoincrement(false),
    integrationId: p.integer().primary().autoincrement(false),
    eventName: p.text().primary(),
    /** The minute of arrival, and the partition. */
    minute: p.datetime(3).primary(),
    partition: p.integer().primary().autoincrement(false),
    total: p.integer(),
    failures: p.integer(),
  },
  indexes: [{ name: 'activity_minutes_minute_index', properties: ['minute'] }],
});

/** How many events of a name arrived in a minute, and how many failed: the maxima of all records. */
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

/** How many events of a name arrived in an hour: the sum of the increments of its minutes. */
export class ActivityHour extends ActivityHourSchema.class {}
ActivityHourSchema.setClass(ActivityHour);
