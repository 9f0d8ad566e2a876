import type { EntityManager } from '@mikro-orm/postgresql';
import { NEW_OWNER_DAYS } from '@portico/contracts/common/owners';
import { intArray } from '@portico/postgres';
import { askForOwners, type Group, noteEnded, noteOwned } from './owner-notices.ts';
import { removeChannel } from './remove-channel.ts';
import { hasRight, responsibleOf } from './rights.ts';

/** The user or organization whose rights may have changed; null for all rows. */
type Concern = { userId: number } | { organizationId: number } | null;

export const PAUSED = 'Paused: the responsible person lost the right to it. It needs a new owner.';

const TABLES = ['channels', 'rules'] as const;
export type OwnedTable = (typeof TABLES)[number];

/** A row whose responsible person lost or regained the right to change the row. */
type Settled = Group & { id: number };
const COLUMNS = `t.id, t.owner, t.organization_id as "organizationId", ${responsibleOf('t')} as "responsibleUserId"`;

const RESUME = `update deliveries set next_at = now(), last_error = null where state = 'pending' and last_error = ?
  and channel_id = any(?::int[])`;

const whereOf = (concern: Concern): { sql: string; values: unknown[] } => {
  if (concern === null) return { sql: 'true', values: [] };
  if ('userId' in concern) return { sql: `${responsibleOf('t')} = ?`, values: [concern.userId] };
  return { sql: `t.owner = 'organization' and t.organization_id = ?`, values: [concern.organizationId] };
};

/**
 * Finds channels and rules whose responsible person lost the right to change them, and asks other people to take over. Resumes channels and
 * rules whose responsible person has regained the right. Runs in the transaction that changes the right.
 */
export async function settleResponsible(em: EntityManager, concern: Concern): Promise<void> {
  await endPersonal(em, concern);
  const lost: Settled[] = [];
  const back: Settled[] = [];
  for (const table of TABLES) {
    lost.push(
      ...(await change(em, table, concern, {
        since: 'now()',
        where: `t.owner <> 'user' and t.needs_owner_since is null and not (${hasRight('t')})`,
      })),
    );
    const again = await change(em, table, concern, {
      since: 'null',
      where: `t.needs_owner_since is not null and (${hasRight('t')})`,
    });
    back.push(...again);
    if (table === 'channels') await resume(em, again);
  }
  await askForOwners(em, lost);
  await noteOwned(em, back);
}

/** Sets `needs_owner_since` and returns the changed rows. Locks rows in the order of their ids, which avoids deadlocks. */
async function change(
  em: EntityManager,
  table: OwnedTable,
  concern: Concern,
  { since, where }: { since: string; where: string },
): Promise<Settled[]> {
  const { sql, values } = whereOf(concern);
  return em.execute<Settled[]>(
    `update "${table}" t set needs_owner_since = ${since}
     where t.id in (select t.id from "${table}" t where ${sql} and ${where} order by t.id for update)
     returning ${COLUMNS}`,
    values,
  );
}

/** Makes messages due again that were paused because their channel had no owner. */
export async function resume(em: EntityManager, channels: readonly { id: number }[]): Promise<void> {
  if (channels.length > 0) await em.execute(RESUME, [PAUSED, intArray(channels.map(({ id }) => id))]);
}

/**
 * Deletes channels and rules that have had no owner for `NEW_OWNER_DAYS` days.
 * @returns whether more overdue rows may exist.
 */
export async function endOverdue(em: EntityManager): Promise<boolean> {
  const ended: (Settled & { what: OwnedTable })[] = [];
  for (const what of TABLES) {
    const rows = await em.execute<Settled[]>(
      `select ${COLUMNS} from "${what}" t where t.needs_owner_since < now() - make_interval(days => ?) and not (${hasRight('t')})
       order by t.id limit 50 for update skip locked`,
      [NEW_OWNER_DAYS],
    );
    for (const row of rows) {
      if (what === 'channels') await removeChannel(em, row.id);
      else await em.execute('delete from rules where id = ?', [row.id]);
      ended.push({ ...row, what });
    }
  }
  await noteEnded(em, ended);
  return ended.length > 0;
}

/** Deletes the channels, rules and inbox of a deleted account. */
async function endPersonal(em: EntityManager, concern: Concern): Promise<void> {
  if (concern !== null && !('userId' in concern)) return;
  const where = `owner = 'user' and user_id in (select id from users where deleted_at is not null
    ${concern === null ? '' : 'and id = ?'})`;
  const values = concern === null ? [] : [concern.userId];
  const channels = await em.execute<{ id: number }[]>(`select id from channels where ${where} for update`, values);
  for (const { id } of channels) await removeChannel(em, id);
  await em.execute(`delete from rules where ${where}`, values);
  const inbox = `select id from users where deleted_at is not null ${concern === null ? '' : 'and id = ?'}`;
  const notices = `select id from notices where owner = 'user' and owner_user_id in (${inbox})`;
  await em.execute(`delete from pending_notices where notice_id in (${notices})`, values);
  await em.execute(`delete from notices where owner = 'user' and owner_user_id in (${inbox})`, values);
  await em.execute(`delete from inbox_marks where user_id in (${inbox})`, values);
}
