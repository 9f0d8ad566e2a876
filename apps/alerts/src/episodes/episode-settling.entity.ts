import { defineEntity, p } from '@mikro-orm/core';
import type { TroubleThreshold } from '@portico/contracts/http/episode-settling';
import { DEFAULT_TROUBLE } from './trouble.ts';

/** Default minutes without a failure after which a recovering episode closes. */
export const DEFAULT_SETTLE_MINUTES = 5;

const EpisodeSettlingSchema = defineEntity({
  name: 'EpisodeSettling',
  tableName: 'episode_settlings',
  properties: {
    integrationId: p.integer().primary().autoincrement(false),
    minutes: p.integer(),
    /** The fields of {@link TroubleThreshold}. */
    troubleFailures: p.integer().default(DEFAULT_TROUBLE.failures),
    troubleShare: p.integer().default(DEFAULT_TROUBLE.share),
    troubleMinutes: p.integer().default(DEFAULT_TROUBLE.minutes),
  },
});

export class EpisodeSettling extends EpisodeSettlingSchema.class {
  threshold(): TroubleThreshold {
    return { failures: this.troubleFailures, share: this.troubleShare, minutes: this.troubleMinutes };
  }
}
EpisodeSettlingSchema.setClass(EpisodeSettling);
