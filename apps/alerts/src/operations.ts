import { LockMode } from '@mikro-orm/postgresql';
import { episodeChanged } from '@portico/contracts/events/alerts';
import { type Operations, owned } from '@portico/messaging';
import { alertsDatabase } from './database.ts';
import { integrationsCopy, membershipsCopy, organizationsCopy, usersCopy } from './copies/copies.ts';
import { Episode } from './episodes/episode.entity.ts';

const episodes = owned(episodeChanged, {
  table: 'episodes',
  lock: (em, after, limit) =>
    em.find(Episode, { id: { $gt: after } }, { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE, limit }),
  toState: (episode) => episode.toState(),
});

/** The repair operations of alerts. */
export const alertsOperations: Operations = {
  service: 'alerts',
  database: alertsDatabase,
  owned: [episodes],
  copies: [organizationsCopy, membershipsCopy, integrationsCopy, usersCopy],
};
