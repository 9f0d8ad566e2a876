import type { EntityManager } from '@mikro-orm/postgresql';
import { ALERTS_CHANGES } from '@portico/contracts/alerts-live';
import { z } from 'zod';

/** The PostgreSQL channel on which the processes of this service notify each other of changes. */
export const CHANGES_CHANNEL = 'alerts_changed';

/** A change and its recipients: `userIds`, or else the members of the organization and administrators. */
export const Change = z.object({
  what: z.enum(ALERTS_CHANGES),
  organizationId: z.number().nullable().default(null),
  userIds: z.array(z.number()).optional(),
});
export type Change = z.infer<typeof Change>;

/** Maximum users per notification, because PostgreSQL limits the size of a notification. */
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
