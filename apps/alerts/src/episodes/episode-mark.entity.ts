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

/**
 * When events of a name happened last, by result: maxima, so that every order and repetition of deliveries ends in the same
 * answer to whether they fail now.
 */
export class EpisodeMark extends EpisodeMarkSchema.class {}
EpisodeMarkSchema.setClass(EpisodeMark);
