import type { EntityManager } from '@mikro-orm/postgresql';
import { ALERTS_CHANGES } from '@portico/contracts/alerts-live';
import { z } from 'zod';

/** PostgreSQL's channel, in the service's own database, on which its processes hear of changes. */
export const CHANGES_CHANNEL = 'alerts_changed';

/** What has changed, and who may see it: members of an organization and administrators, or these users. */
export const Change = z.object({
  what: z.enum(ALERTS_CHANGES),
  organizationId: z.number().nullable().default(null),
  userIds: z.array(z.number()).optional(),
});
export type Change = z.infer<typeof Change>;

/** Users of one notification: of longer ones PostgreSQL takes none. */
const MAX_USERS = 500;

/** Lets every process know of a change, once the transaction is committed. */
export const noteChange = async (
  em: EntityManager,
  { what, organizationId = null, userIds }: z.input<typeof Change>,
): Promise<void> => {
  for (let from = 0; from < Math.max(1, userIds?.length ?? 0); from += MAX_USERS) {
    const some = userIds?.slice(from, from + MAX_USERS);
    const change: Change = { what, organizationId, ...(some && { userIds: some }) };
    await em.execute('select pg_notify(?, ?)', [CHANGES_CHANNEL, JSON.stringify(change)]);
  }
};
