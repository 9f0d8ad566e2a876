import { REDRIVE_DAYS, RedriveCorrection, RedriveFilter } from '@portico/contracts/http/redrives';
import { z } from 'zod';
import { type Scope, toScopeSql } from '../directory/directory.ts';
import type { Statement } from '../table/clickhouse/clickhouse.ts';

/** What began a run, as its first step's data. `token`: see {@link Order}. */
export const Definition = z.object({
  filter: RedriveFilter,
  correction: RedriveCorrection,
  total: z.number(),
  user: z.number(),
  token: z.string(),
});
export type Definition = z.infer<typeof Definition>;

/**
 * What was last said to a run. The process that carries it out has the `token` of the start or the resumption that it is about: with
 * another one it is somebody else's now, and with none nobody's. `reason`: why it paused by itself.
 */
export const Order = z.object({ token: z.string().optional(), reason: z.string().optional() });
export type Order = z.infer<typeof Order>;

/** `started` and what follows are orders; `withdrawn`: it began at the same time as another one, and never was. */
export type StepKind = 'started' | 'resumed' | 'paused' | 'aborted' | 'done' | 'beat' | 'withdrawn';
const ORDERS = "('started', 'resumed', 'paused', 'aborted', 'done', 'withdrawn')";

/** A run as its steps say. `silent`: milliseconds since its last sign of life. */
export const StoredRun = z.object({
  id: z.string(),
  integration: z.number(),
  organization: z.number(),
  everyone: z.number(),
  definition: z.string(),
  last: z.enum(['started', 'resumed', 'paused', 'aborted', 'done', 'withdrawn']),
  said: z.string(),
  begun: z.string(),
  updated: z.string(),
  silent: z.number(),
});
export type StoredRun = z.infer<typeof StoredRun>;

const COLUMNS = { organization: 'organization_id', integration: 'integration_id' };
/** Runs of everyone have events of the shared topic, which nobody but administrators may see. */
const visibleTo = (scope: Scope): string =>
  scope === 'every' ? 'true' : `of_everyone = 0 AND ${toScopeSql(scope, COLUMNS)}`;

const runs = (where: string, having = 'true'): string => `
  SELECT toString(run) AS id, any(integration_id) AS integration, any(organization_id) AS organization,
    any(of_everyone) AS everyone, anyIf(data, step = 'started') AS definition,
    argMaxIf(step, at, step IN ${ORDERS}) AS last, argMaxIf(data, at, step IN ${ORDERS}) AS said,
    toString(minIf(at, step = 'started')) AS begun, toString(max(at)) AS updated,
    dateDiff('millisecond', max(at), now64(6, 'UTC')) AS silent
  FROM redrive_steps WHERE at > now() - INTERVAL ${REDRIVE_DAYS} DAY AND ${where}
  GROUP BY id HAVING last != 'withdrawn' AND definition != '' AND ${having}`;

/** @param integration - of this one alone; null: of any */
const ofScope = (scope: Scope, integration: number | null): string =>
  `${visibleTo(scope)}${integration === null ? '' : ` AND integration_id = ${integration}`}`;

export const listRunsStatement = (
  scope: Scope,
  integration: number | null,
  { limit, offset }: { limit: number; offset: number },
): Statement => ({
  sql: `${runs(ofScope(scope, integration))} ORDER BY begun DESC, id LIMIT ${limit} OFFSET ${offset}`,
});
export const countRunsStatement = (scope: Scope, integration: number | null): Statement => ({
  sql: `SELECT count() AS count FROM (${runs(ofScope(scope, integration))})`,
});
export const runStatement = (run: string, scope: Scope): Statement => ({
  sql: runs(`run = {run:UUID} AND ${visibleTo(scope)}`),
  params: { run },
});
/** Runs of an integration that are not over, whosever they are. */
export const openRunsStatement = (integration: number): Statement => ({
  sql: runs(`integration_id = ${integration}`, "last NOT IN ('aborted', 'done')"),
});
