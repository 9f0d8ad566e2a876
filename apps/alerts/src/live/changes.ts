import type { EntityManager } from '@mikro-orm/postgresql';
import { ALERTS_CHANGES } from '@portico/contracts/alerts-live';
import { z } from 'zod';

/** The PostgreSQL channel through which this service's processes hear of changes. */
export const CHANGES_CHANNEL = 'alerts_changed';

/** What changed, and who may see it: members of an organization and administrators, or these users. */
export const Change = z.object({
  what: z.enum(ALERTS_CHANGES),
  organizationId: z.number().nullable().default(null),
  userIds: z.array(z.number()).optional(),
});
export type Change = z.infer<typeof Change>;

/** Maximum users per notification; PostgreSQL limits its size. */
const MAX_USERS = 500;

/** Notifies every process of a change when the transaction commits. */
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
