import { MAX_DERIVED } from '@portico/contracts/events/integration-event';
import { DERIVED_FIELDS, type DerivedField } from '@portico/contracts/query/fields';
import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import { type Deployment, onCluster } from './deployment.ts';
import { members } from './detail-terms.ts';

const quoted = (name: DerivedField): string => `'${name}'`;
const text = 'JSONExtractString(raw)';
/** UTF-16 units, as JavaScript counts them. */
const units = String.raw`lengthUTF8(${text}) + length(extractAll(${text}, '[\\x{10000}-\\x{10FFFF}]'))`;
const isKept = `startsWith(raw, '"') AND ${units} <= ${MAX_DERIVED} AND position(${text}, char(0)) = 0`;

/**
 * SQL of what `derivedOf` finds in column `details`: what events that are stored without the column have in it. Of details that
 * cannot have the field nothing is parsed.
 */
export const derivedSql = (name: DerivedField): string => String.raw`
  if(position(details, ${quoted(name)}) = 0 AND position(details, '\\u') = 0, '', arrayMap(
    raw -> if(${isKept}, ${text}, ''), [tupleElement(arrayLast(member -> member.1 = ${quoted(name)}, ${members('details')}), 2)])[1])`;

/** Events that were stored before there were subjects have none. Later columns have what the details say. */
const defaultOf = (name: DerivedField): string => (name === 'subject' ? '' : ` DEFAULT ${derivedSql(name)}`);
const columnOf = (name: DerivedField): string => `${name} String${defaultOf(name)} CODEC(ZSTD(1))`;
/** In which few rows one value is, also where it is one of many. */
const indexOf = (name: DerivedField): string => `${name} ${name} TYPE bloom_filter(0.01)`;

export const derivedColumns = DERIVED_FIELDS.map(columnOf).join(',\n    ');
export const derivedIndexes = DERIVED_FIELDS.map((name) => `INDEX ${indexOf(name)}`).join(',\n    ');

const add = (name: DerivedField, deployment: Deployment): string => `
  ALTER TABLE integration_events${onCluster(deployment)}
    ADD COLUMN IF NOT EXISTS ${columnOf(name)} AFTER ${DERIVED_FIELDS[DERIVED_FIELDS.indexOf(name) - 1] ?? 'trace_id'},
    ADD INDEX IF NOT EXISTS ${indexOf(name)}`;
/** In the background; until then the column is computed where it is read. */
const write = (name: DerivedField, deployment: Deployment): string => `
  ALTER TABLE integration_events${onCluster(deployment)} MATERIALIZE COLUMN ${name}, MATERIALIZE INDEX ${name}
  SETTINGS mutations_sync = 0`;
const isWriting = (name: DerivedField) => ({
  sql: `SELECT count() AS count FROM system.mutations
    WHERE database = currentDatabase() AND table = 'integration_events' AND command LIKE '%MATERIALIZE INDEX ${name}%'`,
});

/** The upgrade that adds the column of a derived field. May be taken again: by several processes at once, or after one was cut short. */
export const addDerived =
  (name: DerivedField) =>
  async (clickhouse: ClickHouse, deployment: Deployment): Promise<void> => {
    await clickhouse.run(add(name, deployment));
    if (defaultOf(name) === '') return;
    const [mutations] = await clickhouse.rowsForSure(z.object({ count: z.number() }), isWriting(name));
    if (mutations?.count === 0) await clickhouse.run(write(name, deployment));
  };
