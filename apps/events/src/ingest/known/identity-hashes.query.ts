import { z } from 'zod';
import type { Statement } from '../../table/clickhouse/clickhouse.ts';
import { IDENTITY_HASHES } from '../../table/stored-events.ts';

/** Approximate rows per response. Reading one response blocks the event loop for a few milliseconds. */
const ROWS = 25_000;

export const IdentityCount = z.object({ count: z.number() });
export const identityCountStatement: Statement = { sql: 'SELECT count() AS count FROM integration_events' };

/** The first halves and the second halves of the hashes. */
export const IdentityHashes = z.object({ ones: z.array(z.number()), others: z.array(z.number()) });

/** Statements that together read all hashes, about `count`. Each statement reads an equal range of 64-bit numbers. */
export function* identityHashesStatements(count: number): Generator<Statement> {
  const parts = BigInt(Math.ceil(count / ROWS));
  const start = (part: bigint): bigint => (part << 64n) / parts;
  for (let part = 0n; part < parts; part += 1n) {
    const [first, last] = [start(part), start(part + 1n) - 1n];
    yield {
      sql: `
        SELECT groupArray(toUInt32(bitShiftRight(identity_hash, 32))) AS ones, groupArray(toUInt32(bitAnd(identity_hash, 4294967295))) AS others
        FROM ${IDENTITY_HASHES} WHERE identity_hash BETWEEN toUInt64('${first}') AND toUInt64('${last}')`,
    };
  }
}
