import { defineEntity, p } from '@mikro-orm/core';

/** Minutes for which a recovering episode is watched, unless its integration says otherwise. */
export const DEFAULT_SETTLE_MINUTES = 5;

const EpisodeSettlingSchema = defineEntity({
  name: 'EpisodeSettling',
  tableName: 'episode_settlings',
  properties: {
    integrationId: p.integer().primary().autoincrement(false),
    minutes: p.integer(),
  },
});

/** How long recovering episodes of an integration are watched before they are over. */
export class EpisodeSettling extends EpisodeSettlingSchema.class {}
EpisodeSettlingSchema.setClass(EpisodeSettling);
