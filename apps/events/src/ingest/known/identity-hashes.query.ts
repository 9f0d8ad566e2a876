import { z } from 'zod';
import type { Statement } from '../../table/clickhouse/clickhouse.ts';
import { IDENTITIES } from '../../table/stored-events.ts';
import { SECOND } from './identity-filter.ts';

/** Rows of one answer, about: reading it holds viewers up for a few milliseconds. */
const ROWS = 25_000;

export const IdentityCount = z.object({ count: z.number() });
export const identityCountStatement: Statement = { sql: 'SELECT count() AS count FROM integration_events' };

/** Hashes of the stored identities, as `IdentityFilter` takes them. */
export const IdentityHashes = z.object({ ones: z.array(z.number()), others: z.array(z.number()) });

/** Statements that together have all of so many identities: their numbers in the projection lie evenly. */
export function* identityHashesStatements(count: number): Generator<Statement> {
  const parts = BigInt(Math.ceil(count / ROWS));
  const begin = (part: bigint): bigint => (part << 64n) / parts;
  for (let part = 0n; part < parts; part += 1n) {
    const [first, last] = [begin(part), begin(part + 1n) - 1n];
    yield {
      sql: `
        SELECT groupArray(murmurHash3_32(key)) AS ones, groupArray(murmurHash3_32(concat(key, '${SECOND}'))) AS others
        FROM (
          SELECT concat(toString(source_id), ':', id) AS key FROM ${IDENTITIES}
          WHERE identity BETWEEN toUInt64('${first}') AND toUInt64('${last}')
        )`,
    };
  }
}
