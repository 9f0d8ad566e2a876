import type { EntityManager } from '@mikro-orm/postgresql';
import type { OwnerKind } from '@portico/contracts/common/owners';
import { counted, lasted } from './wording.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** Hour of the day, in UTC, at which the period of a digest ends. In most time zones, the mails follow on the same morning. */
const DIGEST_HOUR = 6;

/**
 * Episodes, each with the rules whose filters match the episode. `WITHIN`: the episode opened in the digest's period and never became
 * trouble.
 */
const BELOW = `episodes b join rules r on r.active and r.needs_owner_since is null and r.view is null
    and jsonb_exists(r."on", 'episode.opened') and coalesce(r.filter_organization_id, b.organization_id) = b.organization_id
    and coalesce(r.filter_integration_id, b.integration_id) = b.integration_id
    and coalesce(r.filter_event_name, b.event_name) = b.event_name`;
const WITHIN = 'b.trouble_at is null and b.opened_at >= ? and b.opened_at < ?';
const COUNTS = 'count(distinct b.id)::int as episodes, count(distinct b.integration_id)::int as integrations';
const IS_ADMIN = `u.usertype in ('ADMIN', 'SUPER_ADMIN')`;
const IS_MEMBER = `exists (select from memberships m where m.user_id = u.id and m.organization_id = b.organization_id
  and m.approved and m.deleted_at is null)`;

/** Counts the episodes per person whose inbox receives the notices of a matching rule. */
const PERSONS = `select null::int as "ruleId", 'user' as owner, null::int as "organizationId", u.id as "userId", ${COUNTS}
  from ${BELOW} join users u on u.deleted_at is null and case r.owner when 'product' then ${IS_ADMIN}
    when 'organization' then r.organization_id = b.organization_id and ${IS_MEMBER}
    else r.user_id = u.id and (${IS_ADMIN} or ${IS_MEMBER}) end
  where r.inbox and ${WITHIN} group by u.id order by u.id`;
/** Counts the episodes per matching rule that has a digest and channels. */
const RULES = `select r.id as "ruleId", r.owner, r.organization_id as "organizationId", r.user_id as "userId", ${COUNTS}
  from ${BELOW} left join users u on u.id = r.user_id where r.digest <> 'none' and r.channels <> '[]' and case r.owner
    when 'product' then true when 'organization' then r.organization_id = b.organization_id
    else u.deleted_at is null and (${IS_ADMIN} or ${IS_MEMBER}) end and ${WITHIN} group by r.id order by r.id`;

const WRITE = `insert into notices (rule_id, owner, owner_organization_id, owner_user_id, kind, subject, title, text, link, at, created_at,
    inbox_at)
  select "ruleId", owner, "organizationId", "userId", 'digest.below', ?::text, title, ?::text, ?::text, ?::timestamptz, now(),
    case when "ruleId" is null then now() end
  from jsonb_to_recordset(?::jsonb) as d ("ruleId" int, owner text, "organizationId" int, "userId" int, title text)
  on conflict do nothing`;
const SEND = `insert into pending_notices (notice_id, channel_id, due_at)
  select n.id, c.id, now() from notices n join rules r on r.id = n.rule_id
    join channels c on r.channels @> to_jsonb(c.id) and c.verified_at is not null and c.disabled_at is null
  where n.kind = 'digest.below' and n.subject = ? on conflict do nothing`;

type Digest = {
  ruleId: number | null;
  owner: OwnerKind;
  organizationId: number | null;
  userId: number | null;
  episodes: number;
  integrations: number;
};

const titleOf = ({ episodes, integrations }: Digest): string =>
  `${counted(episodes, 'episode')} of ${counted(integrations, 'integration')} stayed below the threshold`;

/**
 * Writes the digests of the previous day once: an inbox entry per person, and a notice for the channels of each rule with a digest.
 * Digests contain no names, because a person may leave an organization later. Call inside a transaction.
 */
export async function writeDigests(em: EntityManager, now = Date.now()): Promise<void> {
  const end = Math.floor((now - DIGEST_HOUR * HOUR) / DAY) * DAY + DIGEST_HOUR * HOUR;
  const subject = `digest:${new Date(end).toISOString().slice(0, 10)}`;
  if ((await em.execute('select from notices where subject = ? limit 1', [subject])).length > 0) return;
  const [from, to] = [new Date(end - DAY), new Date(end)];
  const digests = [
    ...(await em.execute<Digest[]>(PERSONS, [from, to])),
    ...(await em.execute<Digest[]>(RULES, [from, to])),
  ];
  if (digests.length === 0) return;
  const rows = digests.map((digest) => ({ ...digest, title: titleOf(digest) }));
  const text = `${lasted(from, to)} No notice was sent of them.`;
  await em.execute(WRITE, [subject, text, '/episodes?state=over', to, JSON.stringify(rows)]);
  await em.execute(SEND, [subject]);
}
