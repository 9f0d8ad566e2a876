import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { NOTICE_DAYS } from '@portico/contracts/http/notices';
import { ADVISORY_LOCKS } from '@portico/postgres';
import { CONFIG } from '@portico/service';
import type { AlertsConfig } from '../config.ts';

const BATCH_SIZE = 1_000;
/** Days for which the messages of a channel are stored and listed on the channel's page. */
const DELIVERY_DAYS = 30;

/** Days for which the last failure and success of a subject are stored. No event arrives with a longer delay. */
const SUBJECT_DAYS = 92;

const BEFORE = 'now() - make_interval(days => ?)';

/** Returns SQL that deletes old rows of a table and the rows that depend on them. */
const deletion = (table: string, old: string, belongings: readonly string[] = []): string =>
  [
    `with old as (select id from ${table} where ${old} limit ${BATCH_SIZE})`,
    ...belongings.map((name) => {
      const [owned, column] = name.split('.');
      return `${owned}_gone as (delete from ${owned} where ${column} in (select id from old))`;
    }),
    `gone as (delete from ${table} where id in (select id from old) returning 1) select count(*)::int as count from gone`,
  ].join(', ');

/** Deletions of old rows. `days`: maximum age. The newest transition of a subject contains the current state and is not deleted. */
const OLD: readonly { days: number; sql: string }[] = [
  {
    days: DELIVERY_DAYS,
    sql: deletion('deliveries', `created_at < ${BEFORE} and state not in ('pending', 'sending')`),
  },
  {
    days: NOTICE_DAYS,
    sql: deletion('notices', `created_at < ${BEFORE}`, ['pending_notices.notice_id']),
  },
  {
    days: Infinity,
    sql: deletion('episodes', `closed_at < ${BEFORE} and state in ('closed', 'expired')`, [
      'episode_entries.episode_id',
    ]),
  },
  {
    days: Infinity,
    sql: deletion(
      'transitions',
      `created_at < ${BEFORE} and planned_at is not null and (
        exists (select from transitions n where n.subject = transitions.subject and n.id > transitions.id)
        or transitions.subject like 'episode:%' and not exists (
          select from episodes e where 'episode:' || e.id = transitions.subject))`,
    ),
  },
  {
    days: Infinity,
    sql: deletion('maintenance_windows', `starts_at is null and ends_at < ${BEFORE}`),
  },
];

/** Tables of counts, with their retention in hours. A trouble threshold reads one hour; the check for rare events reads one day. */
const COUNTS = [
  ['activity_minutes', 'minute', 3],
  ['activity_hours', 'hour', 26],
] as const;
const OF_INTEGRATIONS = [
  'episode_marks',
  'episode_subject_marks',
  'episode_settlings',
  'activity_minutes',
  'activity_hours',
] as const;

/** Integrations that were deleted at least a day ago, so that no more of their events arrive. */
const DELETED = `select id from integrations where deleted_at < now() - interval '1 day'`;

/** Deletes rows that are older than the retention of events. Works in batches and in one process at a time. */
@Injectable()
export class OldRows {
  constructor(
    private readonly em: EntityManager,
    @Inject(CONFIG) private readonly config: AlertsConfig,
  ) {}

  /** @returns whether more old rows may exist. */
  async next(): Promise<boolean> {
    return this.em.fork().transactional(async (em) => {
      const [lock] = await em.execute<{ held: boolean }[]>('select pg_try_advisory_xact_lock(?) as held', [
        ADVISORY_LOCKS.oldRows,
      ]);
      if (!lock?.held) return false;
      let isMore = false;
      for (const { days, sql } of OLD) {
        const [gone] = await em.execute<{ count: number }[]>(sql, [Math.min(days, this.config.EVENTS_RETENTION_DAYS)]);
        isMore ||= gone?.count === BATCH_SIZE;
      }
      for (const [table, column, hours] of COUNTS)
        await em.execute(`delete from ${table} where ${column} < now() - make_interval(hours => ${hours})`);
      for (const table of OF_INTEGRATIONS)
        await em.execute(`delete from ${table} where integration_id in (${DELETED})`);
      await em.execute(
        `delete from episode_subject_marks where greatest(failure_at, success_at) < ${BEFORE}
          or integration_id in (select id from integrations where not episodes_by_subject)`,
        [SUBJECT_DAYS],
      );
      return isMore;
    });
  }
}
