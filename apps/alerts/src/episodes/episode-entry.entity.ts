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
    /** Details of the action. For `assigned`: the user's id, which the API replaces by the current name. */
    text: p.text().nullable(),
  },
  indexes: [{ name: 'episode_entries_index', properties: ['episodeId', 'id'] }],
});

/** One entry of an episode's timeline: an action and the person who acted. */
export class EpisodeEntry extends EpisodeEntrySchema.class {}
EpisodeEntrySchema.setClass(EpisodeEntry);
