import { LockMode } from '@mikro-orm/postgresql';
import { episodeChanged } from '@portico/contracts/events/alerts';
import { erasedStates, type Operations, owned } from '@portico/messaging';
import { alertsDatabase } from './database.ts';
import { integrationsCopy, membershipsCopy, organizationsCopy, usersCopy } from './copies/copies.ts';
import { Episode } from './episodes/episode.entity.ts';

const episodes = owned(episodeChanged, {
  table: 'episodes',
  lock: (em, after, limit) =>
    em.find(Episode, { id: { $gt: after } }, { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE, limit }),
  toState: (episode) => episode.toState(),
});

const NOTICES = 'select id from notices where organization_id = :organization or owner_organization_id = :organization';

export const alertsOperations: Operations = {
  service: 'alerts',
  database: alertsDatabase,
  owned: [episodes],
  copies: [organizationsCopy, membershipsCopy, integrationsCopy, usersCopy],
  erasure: {
    stays: ['memberships', 'integrations'],
    // Finds messages by their notices, because a message to another owner's channel may have no organization id.
    first: [
      { table: 'deliveries', where: `id in (select delivery_id from pending_notices where notice_id in (${NOTICES}))` },
      { table: 'deliveries', where: `channel_id in (select id from channels where organization_id = :organization)` },
      { table: 'pending_notices', where: `notice_id in (${NOTICES})` },
      { table: 'notice_reads', where: `notice_id in (${NOTICES})` },
      {
        table: 'episode_entries',
        where: 'episode_id in (select id from episodes where organization_id = :organization)',
      },
    ],
    states: [erasedStates(episodeChanged, () => ({ eventName: '', subject: null }))],
  },
};
