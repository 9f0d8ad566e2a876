import type { EntityManager } from '@mikro-orm/postgresql';
import { ADVISORY_LOCKS } from '@portico/postgres';
import { z } from 'zod';
import type { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { type Deployment, onCluster } from '../table/schema/deployment.ts';

const BATCH_ROWS = 2_000;

const Name = z.object({ name: z.string() });
const OldUsage = z.record(z.string(), z.unknown());
const OldRun = z.object({
  id: z.string(),
  integration_id: z.number(),
  organization_id: z.number(),
  of_everyone: z.number(),
  definition: z.string(),
  last: z.enum(['started', 'resumed', 'paused', 'aborted', 'done']),
  said: z.string(),
  started_at: z.string(),
  updated_at: z.string(),
});
type OldRun = z.infer<typeof OldRun>;
const OldDefinition = z.looseObject({
  filter: z.unknown(),
  correction: z.unknown(),
  total: z.number(),
  user: z.number(),
});
const OldOutcome = z.looseObject({ event_id: z.string(), outcome: z.string() });

/** Computes each run from its rows in `redrive_steps`. Rows with the step `beat` are heartbeats and do not change the run. */
const RUNS = `
  SELECT toString(run) AS id, any(integration_id) AS integration_id, any(organization_id) AS organization_id,
    any(of_everyone) AS of_everyone, anyIf(data, step = 'started') AS definition,
    argMaxIf(step, at, step != 'beat') AS last, argMaxIf(data, at, step != 'beat') AS said,
    toString(minIf(at, step = 'started')) AS started_at, toString(max(at)) AS updated_at
  FROM redrive_steps GROUP BY run HAVING last != 'withdrawn' AND definition != '' ORDER BY started_at`;
const OUTCOMES = `
  SELECT published_at, kafka_partition, kafka_offset, source_id, event_id, outcome, code, pointer, reason, at
  FROM redrive_outcomes FINAL WHERE run = {run:UUID}`;
const USAGE = 'SELECT day, integration_id, process, bytes, minute, events FROM door_usage FINAL';

const INSERT_RUN = `
  insert into redrives (id, integration_id, organization_id, of_everyone, definition, total, started_by, caller, state, reason,
    published, listed, unchanged, rejected, conflict, started_at, updated_at)
  values (?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?, ?, ?, ?, ?, ?::timestamptz, ?::timestamptz)
  on conflict do nothing returning id`;
const INSERT_OUTCOMES = `
  insert into redrive_outcomes select ?, (published_at || 'Z')::timestamptz, kafka_partition, kafka_offset, source_id,
    event_id, outcome, code, pointer, reason, (at || 'Z')::timestamptz
  from jsonb_to_recordset(?::jsonb) as r(published_at text, kafka_partition int, kafka_offset bigint, source_id bigint,
    event_id text, outcome text, code text, pointer text, reason text, at text)`;
const INSERT_USAGE = `
  insert into door_usage select * from jsonb_to_recordset(?::jsonb) as r(day date, integration_id int, process text, bytes bigint,
    minute bigint, events bigint) on conflict do nothing`;

/** Tables of versions before 0.3 that {@link moveRows} must move or drop. */
export async function leftTables(clickhouse: ClickHouse): Promise<string[]> {
  const sql = `SELECT name FROM system.tables WHERE database = currentDatabase() AND name LIKE 'redrive_%' ORDER BY name DESC`;
  return (await clickhouse.rows(Name, { sql })).map(({ name }) => name);
}

/**
 * Moves redrive runs from ClickHouse to PostgreSQL, and copies the used quotas, in one process at a time. Copies each run once, in one
 * transaction; drops the tables at the end. ClickHouse keeps `door_usage` with its expiring rows, because a process of the previous
 * version requires the table.
 */
export const moveRows = (clickhouse: ClickHouse, em: EntityManager, deployment: Deployment): Promise<void> =>
  em.fork().transactional(async (locked) => {
    await locked.execute('select pg_advisory_xact_lock(?)', [ADVISORY_LOCKS.movedRows]);
    const tables = await leftTables(clickhouse);
    if (tables.includes('redrive_steps')) {
      for (const rows of chunks(await clickhouse.rowsForSure(OldUsage, { sql: USAGE })))
        await locked.execute(INSERT_USAGE, [JSON.stringify(rows)]);
      for (const run of await clickhouse.rowsForSure(OldRun, { sql: RUNS })) {
        const outcomes = await clickhouse.rowsForSure(OldOutcome, { sql: OUTCOMES, params: { run: run.id } });
        await em.fork().transactional((own) => copyRun(own, run, outcomes));
      }
    }
    for (const table of tables) await clickhouse.run(`DROP TABLE IF EXISTS ${table}${onCluster(deployment)} SYNC`);
  });

async function copyRun(em: EntityManager, run: OldRun, outcomes: readonly z.infer<typeof OldOutcome>[]): Promise<void> {
  const { filter, correction, total, user } = OldDefinition.parse(JSON.parse(run.definition));
  const { reason } = z.object({ reason: z.string().optional() }).parse(JSON.parse(run.said));
  const count = (wanted: string): number => outcomes.filter(({ outcome }) => outcome === wanted).length;
  const copied = await em.execute<object[]>(INSERT_RUN, [
    run.id,
    run.integration_id,
    run.organization_id,
    run.of_everyone === 1,
    JSON.stringify({ filter, correction }),
    total,
    user,
    // A placeholder caller. The user who resumes the interrupted run replaces it.
    JSON.stringify({ id: user, usertype: 'CLIENT', accessVersion: 0 }),
    run.last === 'started' || run.last === 'resumed' ? 'running' : run.last,
    reason ?? null,
    ...['published', 'listed', 'unchanged', 'rejected', 'conflict'].map(count),
    `${run.started_at}Z`,
    `${run.updated_at}Z`,
  ]);
  if (copied.length === 0) return;
  for (const rows of chunks(outcomes.map((row) => ({ ...row, event_id: JSON.stringify(row.event_id) }))))
    await em.execute(INSERT_OUTCOMES, [run.id, JSON.stringify(rows)]);
}

function* chunks<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += BATCH_ROWS) yield rows.slice(from, from + BATCH_ROWS);
}
