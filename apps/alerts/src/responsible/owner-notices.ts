import type { EntityManager } from '@mikro-orm/postgresql';
import { NEW_OWNER_DAYS, type OwnerKind } from '@portico/contracts/common/owners';
import { withoutLinks } from '@portico/contracts/common/mailed-name';
import { intArray } from '@portico/postgres';
import { noteChange } from '../live/changes.ts';
import { momentText } from '../notices/wording.ts';
import { responsibleOf } from './rights.ts';

/** Channels and rules with the same owner and the same responsible person. */
export type Group = { owner: OwnerKind; organizationId: number | null; responsibleUserId: number };

const DAY = 24 * 60 * 60_000;

const subjectOf = ({ owner, organizationId, responsibleUserId }: Group): string =>
  `owner:${owner}:${organizationId ?? ''}:${responsibleUserId}`;

export type OwnedRow = Pick<Group, 'owner'> & {
  organizationId?: number | null;
  responsibleUserId?: number | null;
  createdBy: number;
};

export const groupOf = ({ owner, organizationId = null, responsibleUserId, createdBy }: OwnedRow): Group => ({
  owner,
  organizationId,
  responsibleUserId: responsibleUserId ?? createdBy,
});

const groupsOf = (rows: readonly Group[]): Group[] => [...new Map(rows.map((row) => [subjectOf(row), row])).values()];

const MANAGERS = `select distinct m.user_id as id from memberships m join users u on u.id = m.user_id and u.deleted_at is null
  where m.organization_id = ? and m.approved and m.role = 'manager' and m.deleted_at is null
    and m.user_id <> ?`;
const ADMINISTRATORS = `select id from users where usertype in ('ADMIN', 'SUPER_ADMIN') and deleted_at is null
  and id <> ?`;

const UNOWNED = `select count(*) filter (where what = 'channels')::int as channels,
    count(*) filter (where what = 'rules')::int as rules
  from (select 'channels' as what, owner, organization_id, ${responsibleOf('channels')} as responsible, needs_owner_since from channels
    union all select 'rules', owner, organization_id, ${responsibleOf('rules')}, needs_owner_since from rules) t
  where t.needs_owner_since is not null and t.owner = ? and t.organization_id is not distinct from ?::int
    and t.responsible = ?`;

const WRITE = `insert into notices (owner, owner_user_id, kind, subject, organization_id, organization, title, text, link, at,
    created_at, inbox_at)
  select 'user', u.id, ?, ?, ?::int, ?, ?, ?, ?, now(), now(), now()
  from unnest(?::int[]) as u(id) returning id`;

/** Queues notices for the verified personal mail channels of the notices' owners. */
const MAIL = `insert into pending_notices (notice_id, channel_id, due_at)
  select n.id, c.id, now() from notices n join channels c on c.owner = 'user' and c.user_id = n.owner_user_id
    and c.type = 'email' and c.verified_at is not null and c.disabled_at is null
  where n.id = any(?::int[])`;

const OVER = `update notices set over_at = now(), over_noted_at = now() where subject = ? and kind = 'owner.needed'
  and over_at is null returning owner_user_id as "userId"`;

type Written = { title: string; text: string; subject?: string; link?: string };
type Counts = { channels: number; rules: number };

const counted = (count: number, one: string): string => (count === 1 ? `1 ${one}` : `${count} ${one}s`);
const inWords = ({ channels, rules }: Counts): string =>
  [channels > 0 && counted(channels, 'channel'), rules > 0 && counted(rules, 'rule')].filter(Boolean).join(' and ');

/**
 * Asks people to take over channels and rules that lost their responsible person, in one notice per group. The text contains no
 * name, because notices outlive accounts.
 */
export async function askForOwners(em: EntityManager, lost: readonly Group[]): Promise<void> {
  const ends = momentText(new Date(Date.now() + NEW_OWNER_DAYS * DAY));
  for (const group of groupsOf(lost)) {
    const subject = subjectOf(group);
    // The notice with the new counts replaces the previous notice.
    await noteOver(em, subject);
    const what = inWords(await unownedOf(em, group));
    const place = await placeOf(em, group);
    await write(em, group, 'owner.needed', {
      title: `${what} of ${place} ${what.startsWith('1 ') && !what.includes(' and ') ? 'needs' : 'need'} a new owner`,
      text: `The responsible person lost the right, so no messages are sent. Take over what you need by ${ends}; the rest is deleted.`,
    });
  }
}

/** Ends the notice of each group in which every channel and rule has a responsible person again. */
export async function noteOwned(em: EntityManager, rows: readonly Group[]): Promise<void> {
  for (const group of groupsOf(rows)) {
    const { channels, rules } = await unownedOf(em, group);
    if (channels + rules === 0) await noteOver(em, subjectOf(group));
  }
}

/** Writes notices with the numbers of channels and rules that were deleted after seven days without a new owner. */
export async function noteEnded(
  em: EntityManager,
  ended: readonly (Group & { what: 'channels' | 'rules' })[],
): Promise<void> {
  await noteOwned(em, ended);
  for (const group of groupsOf(ended)) {
    const own = ended.filter((row) => subjectOf(row) === subjectOf(group));
    const count = (what: 'channels' | 'rules'): number => own.filter((row) => row.what === what).length;
    const place = await placeOf(em, group);
    const words = inWords({ channels: count('channels'), rules: count('rules') });
    await write(em, group, 'owner.ended', {
      title: `${words} of ${place} ended`,
      text: `No one took them over within ${NEW_OWNER_DAYS} days.`,
    });
  }
}

async function unownedOf(em: EntityManager, { owner, organizationId, responsibleUserId }: Group): Promise<Counts> {
  const [row] = await em.execute<Counts[]>(UNOWNED, [owner, organizationId, responsibleUserId]);
  return row ?? { channels: 0, rules: 0 };
}

/**
 * Returns the people to ask: the other managers of the organization. For the product, and for an organization without another
 * manager, the other administrators.
 */
async function recipientsOf(
  em: EntityManager,
  { owner, organizationId, responsibleUserId: but }: Group,
): Promise<number[]> {
  const managers = owner === 'product' ? [] : await em.execute<{ id: number }[]>(MANAGERS, [organizationId, but]);
  const recipients = managers.length > 0 ? managers : await em.execute<{ id: number }[]>(ADMINISTRATORS, [but]);
  return recipients.map(({ id }) => id);
}

async function placeOf(em: EntityManager, { organizationId }: Group): Promise<string> {
  if (organizationId === null) return 'the product';
  const [row] = await em.execute<{ name: string }[]>('select name from organizations where id = ?', [organizationId]);
  return withoutLinks(row?.name ?? `organization ${organizationId}`);
}

/** Writes a notice to the people who may take over. The default subject stands for all channels and rules of the group. */
export async function write(
  em: EntityManager,
  group: Group,
  kind: 'owner.needed' | 'owner.ended',
  { title, text, subject = subjectOf(group), link = '/notifications' }: Written,
): Promise<void> {
  const recipients = await recipientsOf(em, group);
  const { organizationId } = group;
  const [organization] = await em.execute<{ name: string }[]>('select name from organizations where id = ?::int', [
    organizationId,
  ]);
  const values = [kind, subject, organizationId, organization?.name ?? null, title, text, link, intArray(recipients)];
  const written = await em.execute<{ id: number }[]>(WRITE, values);
  await em.execute(MAIL, [intArray(written.map(({ id }) => id))]);
}

export async function noteOver(em: EntityManager, subject: string): Promise<void> {
  const rows = await em.execute<{ userId: number }[]>(OVER, [subject]);
  if (rows.length > 0) await noteChange(em, { what: 'notices', userIds: rows.map(({ userId }) => userId) });
}
