import { defineEntity, p } from '@mikro-orm/core';

const ActivityMinuteSchema = defineEntity({
  name: 'ActivityMinute',
  tableName: 'activity_minutes',
  properties: {
    organizationId: p.integer().primary().autoincrement(false),
    integrationId: p.integer().primary().autoincrement(false),
    eventName: p.text().primary(),
    minute: p.datetime(3).primary(),
    partition: p.integer().primary().autoincrement(false),
    total: p.integer(),
    failures: p.integer(),
  },
  indexes: [{ name: 'activity_minutes_minute_index', properties: ['minute'] }],
});

/** Numbers of events and failures of one event name per minute and partition. Each number is the maximum over all activity records. */
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

/** Number of events of one event name per hour: the sum over the minutes of the hour and all partitions. */
export class ActivityHour extends ActivityHourSchema.class {}
ActivityHourSchema.setClass(ActivityHour);
