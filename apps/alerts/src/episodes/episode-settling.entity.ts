import { defineEntity, p } from '@mikro-orm/core';
import type { TroubleThreshold } from '@portico/contracts/http/episode-settling';
import { DEFAULT_TROUBLE } from './trouble.ts';

/** Minutes for which a recovering episode is watched, unless its integration says otherwise. */
export const DEFAULT_SETTLE_MINUTES = 5;

const EpisodeSettlingSchema = defineEntity({
  name: 'EpisodeSettling',
  tableName: 'episode_settlings',
  properties: {
    integrationId: p.integer().primary().autoincrement(false),
    minutes: p.integer(),
    /** See `TroubleThreshold`. */
    troubleFailures: p.integer().default(DEFAULT_TROUBLE.failures),
    troubleShare: p.integer().default(DEFAULT_TROUBLE.share),
    troubleMinutes: p.integer().default(DEFAULT_TROUBLE.minutes),
  },
});

/** How long recovering episodes of an integration are watched before they are over, and which are trouble. */
export class EpisodeSettling extends EpisodeSettlingSchema.class {
  threshold(): TroubleThreshold {
    return { failures: this.troubleFailures, share: this.troubleShare, minutes: this.troubleMinutes };
  }
}
EpisodeSettlingSchema.setClass(EpisodeSettling);
