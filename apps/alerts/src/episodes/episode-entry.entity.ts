import { defineEntity, p } from '@mikro-orm/core';
import { EPISODE_ENTRIES } from '@portico/contracts/http/episodes';

const EpisodeEntrySchema = defineEntity({
  name: 'EpisodeEntry',
  tableName: 'episode_entries',
  properties: {
    id: p.integer().primary(),
    episodeId: p.integer(),
    kind: p.enum(EPISODE_ENTRIES),
    at: p.datetime(3),
    userId: p.integer().nullable(),
    /** For `assigned`: the user's id. The name is looked up on display. */
    text: p.text().nullable(),
  },
  indexes: [{ name: 'episode_entries_index', properties: ['episodeId', 'id'] }],
});

/** One action on an episode, and who did it. */
export class EpisodeEntry extends EpisodeEntrySchema.class {}
EpisodeEntrySchema.setClass(EpisodeEntry);
