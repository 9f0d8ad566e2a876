import { raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { identityOf } from '@portico/contracts/events/integration-event';
import { type Redrive, REDRIVE_DAYS } from '@portico/contracts/http/redrives';
import { leaseOldest } from '@portico/postgres';
import { ofOrganizations, type Scope, toScopeSql } from '../directory/directory.ts';
import { AuditTrail } from '@portico/service';
import { Database } from '../postgres/database.ts';
import { columnToIso } from '../table/schema/moments.ts';
import type { StoredOutcome } from './batch.ts';
import { type Corrector, type Definition, LEASE_SECONDS, RedriveRun, SHOWN_STATE } from './redrive.entity.ts';
import type { Place } from './selection.query.ts';

export type RunOf = Pick<RedriveRun, 'id' | 'integrationId' | 'organizationId' | 'ofEveryone'>;

export type ReportedOutcome = StoredOutcome & { decided_at: Date | string };

type Leased = Pick<RedriveRun, 'id' | 'lease'>;

const RENEWED = `due_at = now() + interval '${LEASE_SECONDS} seconds'`;

const PLACE = `to_char(published_at at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.MS') as published_at, kafka_partition,
  kafka_offset::float8 as kafka_offset`;

/** Records outcomes and counts in one statement, so that counts match outcomes. Ignores a repeated outcome. */
const NOTE = `
  with leased as (select id from redrives where id = ? and lease = ? for update),
  noted as (
    insert into redrive_outcomes (run_id, published_at, kafka_partition, kafka_offset, source_id, event_id, outcome, code, pointer, reason)
    select leased.id, (published_at || 'Z')::timestamptz, kafka_partition, kafka_offset, source_id, event_id, outcome, code, pointer, reason
    from leased, jsonb_to_recordset(?::jsonb) as r(published_at text, kafka_partition int, kafka_offset bigint, source_id bigint,
      event_id text, outcome text, code text, pointer text, reason text)
    on conflict (run_id, published_at, kafka_partition, kafka_offset) do update
      set outcome = excluded.outcome, code = excluded.code, pointer = excluded.pointer, reason = excluded.reason, decided_at = now()
      where redrive_outcomes.outcome = 'sending'
    returning outcome)
  update redrives set ${RENEWED}, updated_at = now(), ${['published', 'listed', 'unchanged', 'rejected', 'conflict']
    .map((outcome) => `${outcome} = ${outcome} + (select count(*) from noted where noted.outcome = '${outcome}')`)
    .join(', ')}
  from leased where redrives.id = leased.id returning redrives.id`;

/** SQL condition for runs that a caller may see. Only administrators may see runs with `ofEveryone`, which include the shared topic. */
const visibleTo = (scope: Scope): string =>
  scope === 'every'
    ? 'true'
    : `not of_everyone and ${toScopeSql(scope, { organization: 'organization_id', integration: 'integration_id' })}`;

/**
 * The scope of a run's events. Without `ofEveryone`, the scope contains only the run's integration, even if an administrator resumes the
 * run.
 */
export const scopeOf = ({ integrationId, organizationId, ofEveryone }: RunOf): Scope =>
  ofEveryone ? 'every' : { ...ofOrganizations([]), integrations: new Map([[integrationId, organizationId]]) };

@Injectable()
export class RedriveStore {
  constructor(
    private readonly database: Database,
    private readonly trail: AuditTrail,
  ) {}

  /** @returns false if the integration has another open run. */
  async start(run: RunOf, definition: Definition, total: number, caller: Corrector): Promise<boolean> {
    await this.database.em().execute(`delete from redrives where started_at < now() - interval '${REDRIVE_DAYS} days'`);
    return this.byCaller(
      `insert into redrives (id, integration_id, organization_id, of_everyone, definition, total, started_by, caller, state)
       values (?, ?, ?, ?, ?, ?, ?, ?::jsonb, 'waiting') on conflict do nothing returning id`,
      [
        run.id,
        run.integrationId,
        run.organizationId,
        run.ofEveryone,
        JSON.stringify(definition),
        total,
        caller.id,
        JSON.stringify(caller),
      ],
    );
  }

  /** @param integration - id of an integration; null for the runs of all integrations. */
  runs(
    scope: Scope,
    integration: number | null,
    page: { limit: number; offset: number },
  ): Promise<[RedriveRun[], number]> {
    const where = { [raw(visibleTo(scope))]: [], ...(integration !== null && { integrationId: integration }) };
    return this.database.em().findAndCount(RedriveRun, where, { orderBy: { startedAt: 'desc', id: 'asc' }, ...page });
  }

  run(id: string, scope: Scope): Promise<RedriveRun | null> {
    return this.database.em().findOne(RedriveRun, { id, [raw(visibleTo(scope))]: [] });
  }

  /**
   * Ends or pauses a run whose displayed state is in `from`.
   * @returns false, without a change, if the run is in another state.
   */
  change(id: string, from: readonly Redrive['state'][], state: 'paused' | 'aborted'): Promise<boolean> {
    const where = `id = ? and (${SHOWN_STATE}) in (${listed(from)})`;
    return this.byCaller(updateOf(`state = '${state}', reason = null`, where), [id]);
  }

  /** Resumes a run whose displayed state is in `from`. @returns false, without a change, if the run is in another state. */
  resume(id: string, from: readonly Redrive['state'][], caller: Corrector): Promise<boolean> {
    const set = `state = 'waiting', reason = null, due_at = now(), caller = ?::jsonb`;
    const where = `id = ? and (${SHOWN_STATE}) in (${listed(from)})`;
    return this.byCaller(updateOf(set, where), [JSON.stringify(caller), id]);
  }

  /** Leases the run that has waited longest. */
  async take(): Promise<RedriveRun | null> {
    return this.database.em().transactional(async (em) => {
      const id = await leaseOldest<string>(em, {
        table: 'redrives',
        at: 'due_at',
        where: `state = 'waiting'`,
        seconds: LEASE_SECONDS,
        set: `state = 'running', lease = lease + 1, updated_at = now()`,
      });
      return id === null ? null : em.findOne(RedriveRun, { id });
    });
  }

  /** @returns whether this process still holds the run. */
  renew({ id, lease }: Leased): Promise<boolean> {
    return this.update(RENEWED, [], `id = ? and lease = ? and state = 'running'`, [id, lease]);
  }

  /** Ends the run, or pauses it with a reason. Does nothing unless the run is running and this process holds its lease. */
  async end({ id, lease }: Leased, state: 'done' | 'paused', reason: string | null = null): Promise<void> {
    await this.update('state = ?, reason = ?', [state, reason], `id = ? and lease = ? and state = 'running'`, [
      id,
      lease,
    ]);
  }

  /** Records and counts outcomes. @returns false, without recording, if another process holds the run. */
  async note({ id, lease }: Leased, outcomes: readonly StoredOutcome[]): Promise<boolean> {
    const rows = outcomes.map((one) => ({ ...one, event_id: JSON.stringify(one.event_id) }));
    return (await this.database.em().execute<object[]>(NOTE, [id, lease, JSON.stringify(rows)])).length > 0;
  }

  /** The place of the last event with a recorded result; `sending` is no result. */
  async lastPlace(run: string): Promise<Place | null> {
    const [place] = await this.database.em().execute<Place[]>(
      `select ${PLACE} from redrive_outcomes o where run_id = ? and outcome <> 'sending'
       order by o.published_at desc, o.kafka_partition desc, o.kafka_offset desc limit 1`,
      [run],
    );
    return place ?? null;
  }

  /** Identities that a run has published, and identities that it was publishing when a process ended. */
  async sent(run: string): Promise<{ published: Set<string>; sending: Set<string> }> {
    const rows = await this.database.em().execute<Pick<StoredOutcome, 'source_id' | 'event_id' | 'outcome'>[]>(
      `select source_id::float8 as source_id, event_id, outcome from redrive_outcomes
         where run_id = ? and outcome in ('published', 'sending')`,
      [run],
    );
    const sent = { published: new Set<string>(), sending: new Set<string>() };
    for (const { source_id, event_id, outcome } of rows.map(withId))
      sent[outcome === 'sending' ? outcome : 'published'].add(identityOf({ source_id, id: event_id }));
    return sent;
  }

  async report(run: string, after: Place | null, limit: number): Promise<ReportedOutcome[]> {
    const [rest, place] = after
      ? [
          'and (o.published_at, o.kafka_partition, o.kafka_offset) > (?::timestamptz, ?, ?)',
          [columnToIso(after.published_at), after.kafka_partition, after.kafka_offset],
        ]
      : ['', []];
    const rows = await this.database.em().execute<ReportedOutcome[]>(
      `select ${PLACE}, source_id::float8 as source_id, event_id, outcome, code, pointer, reason, decided_at
       from redrive_outcomes o where run_id = ? ${rest}
       order by o.published_at, o.kafka_partition, o.kafka_offset limit ?`,
      [run, ...place, limit],
    );
    return rows.map(withId);
  }

  private async update(set: string, values: unknown[], where: string, which: unknown[]): Promise<boolean> {
    return (await this.database.em().execute<object[]>(updateOf(set, where), [...values, ...which])).length > 0;
  }

  /** Executes a caller's change. If a row changes, writes the audit entry before the commit. */
  private byCaller(sql: string, values: unknown[]): Promise<boolean> {
    return this.database.em().transactional(async (em) => {
      const rows = await em.execute<object[]>(sql, values);
      if (rows.length > 0) await this.trail.beforeChange();
      return rows.length > 0;
    });
  }
}

const updateOf = (set: string, where: string): string =>
  `update redrives set ${set}, updated_at = now() where ${where} returning id`;

const listed = (states: readonly string[]): string => states.map((state) => `'${state}'`).join(', ');

const withId = <Row extends { event_id: string }>(row: Row): Row => ({ ...row, event_id: JSON.parse(row.event_id) });
