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
    /** Of `assigned` the id of the user, whose name is looked up when it is shown. */
    text: p.text().nullable(),
  },
  indexes: [{ name: 'episode_entries_index', properties: ['episodeId', 'id'] }],
});

/** What happened with an episode, and who did it. */
export class EpisodeEntry extends EpisodeEntrySchema.class {}
EpisodeEntrySchema.setClass(EpisodeEntry);
