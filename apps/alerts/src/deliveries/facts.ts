import type { EntityManager } from '@mikro-orm/postgresql';
import type { DIGESTS, QuietHours } from '@portico/contracts/http/rules';
import { intArray } from '@portico/postgres';
import type { Channel } from '../channels/store/channel.entity.ts';
import { typeOf } from '../channels/types.ts';
import { currentMaintenance } from '../maintenance/covering.ts';
import { Notice } from '../notices/notice.entity.ts';
import { subjectStates } from '../notices/subjects.ts';
import { budgetUntil } from '../policy/budget.ts';
import { digestAt, quietUntil } from '../policy/calendar.ts';
import { type Facts, POLICY, RECHECK } from '../policy/decide.ts';
import { isHeldByMaintenance, partOf, START_KINDS_SQL } from '../policy/kinds.ts';
import { isPlatformBehind } from '../transitions/transitions.ts';

/** A due notice of a channel. `rule`: the rule's settings; null for a deleted or inactive rule; defaults for a notice without a rule. */
type Due = {
  notice_id: number;
  is_over_budget: boolean;
  rule: { quiet_hours: QuietHours | null; digest: (typeof DIGESTS)[number] } | null;
};

const DUE = `select p.notice_id, p.is_over_budget,
    case when n.rule_id is null then '{"quiet_hours": null, "digest": "none"}'::jsonb
      when r.active then jsonb_build_object('quiet_hours', r.quiet_hours, 'digest', r.digest) end as rule
  from pending_notices p join notices n on n.id = p.notice_id left join rules r on r.id = n.rule_id
  where p.channel_id = ? and p.due_at <= now() and r.needs_owner_since is null order by p.notice_id limit 500`;

const STARTS = `select distinct on (e.id) e.id, p.never, p.delivery_id, d.state, d.is_edit
  from notices e join notices s on s.rule_id = e.rule_id and s.subject = e.subject and s.id < e.id
    and s.kind in (${START_KINDS_SQL})
  join pending_notices p on p.notice_id = s.id and p.channel_id = ?
  left join deliveries d on d.id = p.delivery_id
  where e.id = any(?::int[]) order by e.id, s.id desc`;

type Start = { id: number; never: string | null; delivery_id: number | null; state: string | null; is_edit: boolean };

const startOf = (start: Start | undefined): Facts['start'] => {
  if (!start) return 'none';
  if (start.never !== null || start.state === 'dropped') return 'never';
  if (start.delivery_id === null) return 'pending';
  if (start.state === 'failed') return 'none';
  return start.state === 'sent' || start.state === 'edited' || start.is_edit ? 'sent' : 'unsent';
};

const SENT = `select organization_id, created_at from deliveries
  where channel_id = ? and kind in ('notice', 'reminder', 'digest', 'summary') and created_at > ? order by id`;

export type DueNotice = { due: Due; notice: Notice; facts: Facts; startDeliveryId: number | null };

/** Loads the facts for the policy's decision about each due notice of a channel. `sent`: times of the channel's latest messages. */
export async function factsOf(
  em: EntityManager,
  channel: Channel,
  { wait, group, now }: { wait: number; group: number; now: number },
): Promise<{ asked: DueNotice[]; sent: number[] }> {
  const windowOf = await currentMaintenance(em, { now, isLocked: true });
  const rows = await em.execute<Due[]>(DUE, [channel.id]);
  const notices = new Map(
    (await em.find(Notice, { id: { $in: rows.map((row) => row.notice_id) } })).map((notice) => [notice.id, notice]),
  );
  const ids = intArray(rows.map((row) => row.notice_id));
  const starts = new Map((await em.execute<Start[]>(STARTS, [channel.id, ids])).map((row) => [row.id, row]));
  const stateOf = await subjectStates(
    em,
    [...notices.values()].map(({ subject }) => subject),
  );
  const isBehind = await isPlatformBehind(em);
  const sent = (
    await em.execute<{ organization_id: number | null; created_at: string }[]>(SENT, [
      channel.id,
      new Date(now - Math.max(POLICY.budgetPeriod, group)),
    ])
  ).map((row) => ({ organizationId: row.organization_id, at: new Date(row.created_at).getTime() }));
  const lastOf = (organizationId: number | null | undefined): number =>
    sent.findLast((one) => one.organizationId === (organizationId ?? null))?.at ?? 0;
  const moments = sent.map(({ at }) => at);
  const dueNotices = rows.flatMap((due): DueNotice[] => {
    const notice = notices.get(due.notice_id);
    if (!notice) return [];
    const start = starts.get(notice.id);
    const { quiet_hours: quiet = null, digest = 'none' } = due.rule ?? {};
    const createdAt = notice.createdAt.getTime();
    const window = isHeldByMaintenance(notice.kind) ? windowOf(notice) : null;
    const facts: Facts = {
      now,
      wait,
      kind: notice.kind,
      severity: notice.severity ?? null,
      createdAt,
      overAt: notice.overNotedAt?.getTime() ?? null,
      start: partOf(notice.kind) === 'end' ? startOf(start) : 'none',
      isMuted: stateOf(notice.subject).isMuted,
      isInMaintenance: window !== null || notice.inMaintenance,
      isPlatformBehind: isBehind,
      endsQuietly: channel.editsMessages || (typeOf(channel).closesIncidents ?? false),
      quietUntil: quietUntil(quiet, now),
      digestUntil: digestAt(digest, quiet?.zone ?? 'UTC', createdAt),
      maintenanceUntil: window && Math.max(window.until.getTime(), now + RECHECK),
      groupUntil: !typeOf(channel).isForPrograms && digest === 'none' ? lastOf(notice.organizationId) + group : null,
      budgetUntil: budgetUntil(moments, now),
    };
    return [{ due, notice, facts, startDeliveryId: start?.delivery_id ?? null }];
  });
  return { asked: dueNotices, sent: moments };
}
