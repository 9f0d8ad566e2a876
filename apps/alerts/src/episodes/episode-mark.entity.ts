import { defineEntity, p } from '@mikro-orm/core';

const EpisodeMarkSchema = defineEntity({
  name: 'EpisodeMark',
  tableName: 'episode_marks',
  properties: {
    organizationId: p.integer().primary().autoincrement(false),
    integrationId: p.integer().primary().autoincrement(false),
    eventName: p.text().primary(),
    failureAt: p.datetime(3).nullable(),
    successAt: p.datetime(3).nullable(),
    knownSince: p.datetime(3).defaultRaw('now()'),
  },
});

/** When events of one name last failed and last succeeded. */
export class EpisodeMark extends EpisodeMarkSchema.class {}
EpisodeMarkSchema.setClass(EpisodeMark);
