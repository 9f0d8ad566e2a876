import { z } from 'zod';
import { type ClickHouse, type Statement, textOf } from './clickhouse/clickhouse.ts';
import { placeOf } from '@portico/contracts/events/position';
import type { StoredPlace } from '../logs/settled.ts';
import { storedPositionsStatement } from './stored-positions.ts';

/** A SELECT with the schema of its rows. The SELECT's columns have the names of the schema's fields. */
export type Part<Schema extends z.ZodObject = z.ZodObject> = {
  schema: Schema;
  statement: Statement;
};

/** The results of several SELECTs in one snapshot. */
type Moment = {
  /** The position of the last stored event of each Kafka partition. */
  stored: StoredPlace[];
  /** Returns the rows of a part, in the order of the part's SELECT. */
  rowsOf: <Schema extends z.ZodObject>(part: Part<Schema>) => z.output<Schema>[];
};

/** A row of any part. `number`: index of the row in its part. `line`: the row as JSON text. */
const Line = z.object({ part: z.number(), number: z.number(), line: z.string() });

const Stored = z.object({ kafka_partition: z.number(), log_epoch: z.number(), kafka_offset: z.number() });
const storedPart: Part<typeof Stored> = {
  schema: Stored,
  statement: {
    sql: `SELECT kafka_partition, position.1 AS log_epoch, position.2 AS kafka_offset FROM (${storedPositionsStatement.sql})`,
  },
};

const select = ({ schema, statement }: Part, index: number): string => `
  SELECT ${index} AS part, rowNumberInAllBlocks() AS number,
    formatRowNoNewline('JSONEachRow', ${Object.keys(schema.shape).join(', ')}) AS line
  FROM (${textOf(statement)})`;

/** Returns the rows of a part, in the order of the part's SELECT. */
export type RowsOf = Moment['rowsOf'];

/**
 * Reads all parts in one statement, which is the only way to get one snapshot: rows stored between two statements would be in one
 * result and not in the other. Parameters with equal names must have equal values.
 * @throws Problem `unavailable` while ClickHouse does not respond.
 */
export async function readAtOnce(clickhouse: ClickHouse, parts: readonly Part[]): Promise<RowsOf> {
  const lines = await clickhouse.rowsNow(Line, {
    sql: parts.map(select).join(' UNION ALL '),
    params: Object.assign({}, ...parts.map(({ statement }) => statement.params)),
    settings: { enable_shared_storage_snapshot_in_query: 1 },
  });
  const ordered = lines.toSorted((a, b) => a.number - b.number);
  return (part) => {
    const index = parts.findIndex((one) => one === part);
    return ordered.flatMap((line) => (line.part === index ? [part.schema.parse(JSON.parse(line.line))] : []));
  };
}

/** Reads all parts in one statement, with the position of the last stored event of each Kafka partition. */
export async function readMoment(clickhouse: ClickHouse, requested: readonly Part[]): Promise<Moment> {
  const rowsOf = await readAtOnce(clickhouse, [...requested, storedPart]);
  const stored = rowsOf(storedPart).map(({ kafka_partition, log_epoch, kafka_offset }) => ({
    partition: kafka_partition,
    place: placeOf(log_epoch, kafka_offset),
  }));
  return { stored, rowsOf };
}
