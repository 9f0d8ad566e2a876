import type { AuditFilter } from '@portico/contracts/http/audit';
import { z } from 'zod';
import type { Statement } from '../table/clickhouse/clickhouse.ts';
import { toMomentSql } from '../table/schema/moments.ts';
import { EXTRACTED } from '../table/schema/audit.ts';

export const HeadRow = z.object({
  chain: z.number(),
  day: z.string(),
  position: z.number(),
  hash: z.string(),
  kept_days: z.number(),
});
export type HeadRow = z.infer<typeof HeadRow>;
const HEAD = 'chain, toString(day) AS day, position, hash, kept_days';
export const ListedRow = z.object({
  chain: z.number(),
  day: z.string(),
  position: z.number(),
  entry: z.string(),
  actor_email: z.string(),
});
export type ListedRow = z.infer<typeof ListedRow>;
const LISTED = 'chain, toString(day) AS day, position, entry, actor_email';
/** `isExtracted`: whether the searchable columns match the entry. */
export const FullRow = HeadRow.extend({ entry: z.string(), previous: z.string(), isExtracted: z.coerce.boolean() });
export type FullRow = z.infer<typeof FullRow>;
export const IdRow = z.object({ id: z.string() });
export const ChainDay = z.object({ chain: z.number(), day: z.string() });

const LAST_FIRST = 'ORDER BY chain DESC, day DESC, position DESC';

export const headsStatement = (chains: readonly number[]): Statement => ({
  sql: chains
    .map((chain) => `SELECT * FROM (SELECT ${HEAD} FROM audit WHERE chain = ${chain} ${LAST_FIRST} LIMIT 1)`)
    .join(' UNION ALL '),
});

/** Selects the stored ids among `ids`. The SQL text contains the ids, which is safe because a schema has validated them. */
export const knownStatement = (chains: readonly number[], ids: readonly string[]): Statement => ({
  sql: `SELECT DISTINCT id FROM audit WHERE chain IN (${chains.join()}) AND id IN (${ids.map((id) => `'${id}'`).join()})`,
});

/** The rows of a day in the order of their positions; a row may be stored several times. */
export const dayStatement = (chain: number, day: string): Statement => ({
  sql: `SELECT ${HEAD}, entry, previous, ${Object.entries(EXTRACTED)
    .map(([name, [, expression]]) => `${name} = ${expression}`)
    .join(' AND ')} AS isExtracted
    FROM audit WHERE chain = ${chain} AND audit.day = '${day}' ORDER BY position`,
});

export const beforeStatement = (chain: number, day: string): Statement => ({
  sql: `SELECT ${HEAD} FROM audit WHERE chain = ${chain} AND audit.day < '${day}' ${LAST_FIRST} LIMIT 1`,
});
export const afterStatement = (chain: number, day: string): Statement => ({
  sql: `SELECT ${LISTED} FROM audit WHERE chain = ${chain} AND audit.day > '${day}'
    ORDER BY chain, audit.day, position LIMIT 1`,
});

/** The number of entries that still contain these people's e-mails. */
export const namingStatement = (people: readonly number[]): Statement => ({
  sql: `SELECT count() AS count FROM audit WHERE actor_email != '' AND actor_id IN (${people.join()})`,
});
export const eraseSql = (people: readonly number[], clause: string): string =>
  `ALTER TABLE audit${clause} UPDATE actor_email = '' WHERE actor_email != '' AND actor_id IN (${people.join()})`;

export const chainDaysStatement: Statement = {
  sql: 'SELECT chain, toString(day) AS day FROM audit GROUP BY chain, day ORDER BY chain, day',
};

/** A place in the list: an entry's time in milliseconds since 1970, and its id. */
export type Place = { time: number; id: string };

/** @param page entries after the place `after`, from the day `since`. */
export function listStatement(
  { actor, action, target, outcome, organization, request, from, to }: AuditFilter,
  organizations: 'every' | readonly number[],
  page: { after: Place | null; since: string; limit: number },
): Statement {
  const { after, since, limit } = page;
  const isUser = actor !== undefined && actor !== null && /^[1-9]\d{0,9}$/.test(actor);
  const where = [
    `audit.day >= '${since}'`,
    ...(organizations === 'every' ? [] : [`hasAny(organizations, [${organizations.join()}])`]),
    ...(organization === undefined ? [] : [`has(organizations, ${organization})`]),
    ...(actor ? [isUser ? `actor_id = ${actor}` : 'positionCaseInsensitiveUTF8(actor_email, {actor:String}) > 0'] : []),
    ...(action === undefined
      ? []
      : [action.includes('.') ? 'action = {action:String}' : 'startsWith(action, {action:String})']),
    ...(target === undefined ? [] : ['has(targets, {target:String})']),
    ...(outcome === undefined ? [] : [`outcome = '${outcome}'`]),
    ...(request === undefined ? [] : ['request_id = {request:String}']),
    ...(from === undefined ? [] : [`time >= ${toMomentSql(from)}`]),
    ...(to === undefined ? [] : [`time < ${toMomentSql(to)}`]),
    ...(after === null ? [] : [`(time, id) < (${toMomentSql(after.time)}, '${after.id}')`]),
  ];
  const params = {
    ...(actor && { actor }),
    ...(action !== undefined && { action: action.includes('.') ? action : `${action}.` }),
    ...(target !== undefined && { target }),
    ...(request !== undefined && { request }),
  };
  return {
    sql: `SELECT ${LISTED} FROM audit WHERE ${where.join(' AND ')}
      ORDER BY time DESC, id DESC LIMIT 1 BY id LIMIT ${limit}`,
    params,
  };
}
