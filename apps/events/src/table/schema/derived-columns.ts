import { MAX_DERIVED } from '@portico/contracts/events/integration-event';
import { DERIVED_FIELDS, type DerivedField } from '@portico/contracts/query/fields';
import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import { type Deployment, onCluster } from './deployment.ts';
import { members } from './detail-terms.ts';

const quoted = (name: DerivedField): string => `'${name}'`;
const text = 'JSONExtractString(raw)';
/** Length of the text in UTF-16 units, as in JavaScript. */
const units = String.raw`lengthUTF8(${text}) + length(extractAll(${text}, '[\\x{10000}-\\x{10FFFF}]'))`;
const isKept = `startsWith(raw, '"') AND ${units} <= ${MAX_DERIVED} AND position(${text}, char(0)) = 0`;

/**
 * SQL equivalent of `derivedOf` on column `details`, for rows stored without the column. Details that cannot contain the field are
 * not parsed.
 */
export const derivedSql = (name: DerivedField): string => String.raw`
  if(position(details, ${quoted(name)}) = 0 AND position(details, '\\u') = 0, '', arrayMap(
    raw -> if(${isKept}, ${text}, ''), [tupleElement(arrayLast(member -> member.1 = ${quoted(name)}, ${members('details')}), 2)])[1])`;

/**
 * The default of a derived column. Subjects have no default, because events stored before subjects existed have none. The defaults of
 * fields that were added later derive the value from the details.
 */
const defaultOf = (name: DerivedField): string => (name === 'subject' ? '' : ` DEFAULT ${derivedSql(name)}`);
const columnOf = (name: DerivedField): string => `${name} String${defaultOf(name)} CODEC(ZSTD(1))`;
/** The index that finds the few rows with a value, even among many distinct values. */
const indexOf = (name: DerivedField): string => `${name} ${name} TYPE bloom_filter(0.01)`;

export const derivedColumns = DERIVED_FIELDS.map(columnOf).join(',\n    ');
export const derivedIndexes = DERIVED_FIELDS.map((name) => `INDEX ${indexOf(name)}`).join(',\n    ');

const add = (name: DerivedField, deployment: Deployment): string => `
  ALTER TABLE integration_events${onCluster(deployment)}
    ADD COLUMN IF NOT EXISTS ${columnOf(name)} AFTER ${DERIVED_FIELDS[DERIVED_FIELDS.indexOf(name) - 1] ?? 'trace_id'},
    ADD INDEX IF NOT EXISTS ${indexOf(name)}`;
/** Writes a column and its index in the background. Until then, ClickHouse computes the column on reading. */
const write = (name: DerivedField, deployment: Deployment): string => `
  ALTER TABLE integration_events${onCluster(deployment)} MATERIALIZE COLUMN ${name}, MATERIALIZE INDEX ${name}
  SETTINGS mutations_sync = 0`;
const isWriting = (name: DerivedField) => ({
  sql: `SELECT count() AS count FROM system.mutations
    WHERE database = currentDatabase() AND table = 'integration_events' AND command LIKE '%MATERIALIZE INDEX ${name}%'`,
});

/** The upgrade that adds a derived field's column. Idempotent: several processes may run it, and an interrupted run may be repeated. */
export const addDerived =
  (name: DerivedField) =>
  async (clickhouse: ClickHouse, deployment: Deployment): Promise<void> => {
    await clickhouse.run(add(name, deployment));
    if (defaultOf(name) === '') return;
    const [mutations] = await clickhouse.rowsForSure(z.object({ count: z.number() }), isWriting(name));
    if (mutations?.count === 0) await clickhouse.run(write(name, deployment));
  };
