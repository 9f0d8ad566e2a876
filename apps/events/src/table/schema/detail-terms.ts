import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import { composedSql, foldSql } from '../../text/search-text.ts';
import { type Deployment, onCluster } from './deployment.ts';
import { BETWEEN, MAX_DEPTH, MAX_DETAILS_TERMS, MAX_PATH, MAX_TEXT, MESSAGE, WITHIN } from '../../text/detail-terms.ts';

/* The searchable terms of an event's details, and their index. Inserts contain the terms (see text/detail-terms.ts); for
   earlier rows the column's default computes them, until they are materialized. */

const isNested = (raw: string): string => `(startsWith(${raw}, '{') OR startsWith(${raw}, '['))`;
/** Makes JSON readable for ClickHouse, which writes integers of more than 64 bits, but cannot parse them. */
const readable = (json: string): string =>
  String.raw`if(isValidJSON(${json}), ${json}, replaceRegexpAll(${json}, '([:\\[,]\\s*-?[0-9]{19,})', '\\1e0'))`;
/** The names in a JSON object, in NFC, with the raw JSON of their values. */
export const members = (json: string): string =>
  `arrayMap(member -> (${composedSql('member.1')}, member.2), JSONExtractKeysAndValuesRaw(${readable(json)}))`;
const within = `if(startsWith(found.2, '{'),
  arrayMap(entry -> (concat(found.1, '${WITHIN}', entry.1), entry.2), ${members('found.2')}),
  arrayMap(raw -> (found.1, raw), JSONExtractArrayRaw(${readable('found.2')})))`;
const isShort = `length(found.1) <= ${MAX_PATH}`;
const outermost = `arrayFilter(found -> found.1 != '${MESSAGE}' AND ${isShort}, ${members('details')})`;
const next = `arrayFilter(found -> ${isShort},
  arrayFlatten(arrayMap(found -> ${within}, arrayFilter(found -> ${isNested('found.2')}, sofar.1))))`;
/** Every path with its raw JSON, level by level. */
const everything = `arrayFold((sofar, level) -> (${next} AS inner, arrayConcat(sofar.2, inner)), range(${MAX_DEPTH - 1}),
  (${outermost} AS outer, outer)).2`;

const text = foldSql(`substringUTF8(${composedSql('JSONExtractString(raw)')}, 1, ${MAX_TEXT})`);
/** The bits of a number in numeric order, see `sortable` in text/detail-terms.ts. */
const bits = `if((toFloat64OrZero(raw) AS number) < 0, bitNot(reinterpretAsUInt64(number)),
  bitOr(reinterpretAsUInt64(abs(number)), bitShiftLeft(toUInt64(1), 63)))`;
const terms = `multiIf(
  ${isNested('raw')}, [path],
  startsWith(raw, '"'), [path, concat(path, '${BETWEEN}"', ${text})],
  raw IN ('true', 'false', 'null'), [path, concat(path, '${BETWEEN}', raw)],
  [path, concat(path, '${BETWEEN}#', lpad(lower(hex(${bits})), 16, '0'))])`;

/** SQL equivalent of `detailsTerms` on column `details`. */
export const DETAIL_TERMS = `arraySlice(arrayDistinct(arrayConcat(['${MESSAGE}'], arrayFlatten(
  arrayMap((path, raw) -> ${terms}, arrayMap(found -> found.1, (${everything}) AS every), arrayMap(found -> found.2, every))
))), 1, ${MAX_DETAILS_TERMS})`;

const addTerms = (deployment: Deployment): string => `
  ALTER TABLE integration_events${onCluster(deployment)}
    ADD COLUMN IF NOT EXISTS detail_terms Array(String) DEFAULT ${DETAIL_TERMS} CODEC(ZSTD(1)) AFTER search_text,
    ADD INDEX IF NOT EXISTS terms detail_terms TYPE text(tokenizer = array)`;
/** Writes the terms of earlier rows, and their index, in the background. */
const writeTerms = (deployment: Deployment): string => `
  ALTER TABLE integration_events${onCluster(deployment)} MATERIALIZE COLUMN detail_terms, MATERIALIZE INDEX terms
  SETTINGS mutations_sync = 0`;
const isWriting = {
  sql: `SELECT count() AS count FROM system.mutations
    WHERE database = currentDatabase() AND table = 'integration_events' AND command LIKE '%MATERIALIZE INDEX terms%'`,
};

/** Adds the column of terms and its index. Idempotent: several processes may run it, and an interrupted run may be repeated. */
export async function addDetailTerms(clickhouse: ClickHouse, deployment: Deployment): Promise<void> {
  await clickhouse.run(addTerms(deployment));
  const [mutations] = await clickhouse.rowsForSure(z.object({ count: z.number() }), isWriting);
  if (mutations?.count === 0) await clickhouse.run(writeTerms(deployment));
}
