import type { Positions } from '@portico/contracts/events/position';
import type { LiveTally } from '@portico/contracts/live';
import { permits } from '../directory/scope.ts';
import { matches } from '../table/filter/predicate.ts';
import type { ResolvedFilter } from '../table/filter/resolve.ts';
import type { AcceptedEvent } from '../judge/accepted-event.ts';
import type { ResolvedQuery } from '../table/filter/resolved-query.ts';
import type { ReplayBuffer, StoredRow, Wants } from './replay-buffer.ts';
import type { RowBlock } from './row-block.ts';

/** Maximum rows that a viewer gets from the replay buffer; beyond it, reloading the list is faster. */
export const MAX_REPLAY = 2_000;
/** Maximum rows parsed in one turn of the event loop: the rows of more than two seconds at 10,000 rows per second. */
export const MAX_PARSED = 25_000;

/** Whether the columns of the replay buffer suffice to evaluate a query. */
function isInColumns(query: ResolvedQuery): boolean {
  if (query.kind === 'not') return isInColumns(query.of);
  if (query.kind === 'and' || query.kind === 'or') return query.of.every(isInColumns);
  return query.kind === 'choice' || query.kind === 'ids';
}

/** Whether a row matches a query, by the row's columns. @throws Error if the columns do not suffice. */
function isWanted(query: ResolvedQuery, block: RowBlock, row: number): boolean {
  switch (query.kind) {
    case 'and':
      return query.of.every((one) => isWanted(one, block, row));
    case 'or':
      return query.of.some((one) => isWanted(one, block, row));
    case 'not':
      return !isWanted(query.of, block, row);
    case 'choice':
      return query.values.includes(query.column === 'result' ? block.resultOf(row) : block.severityOf(row));
    case 'ids':
      return query.ids.has((query.column === 'source_id' ? block.source : block.organization)[row] ?? 0);
    default:
      throw new Error(`no column says ${query.kind}`);
  }
}

/** Whether the columns suffice to evaluate the filter. */
const isCheap = ({ where }: ResolvedFilter): boolean => where.every(isInColumns);

/** Returns a test that accepts each row that matches the filter, and further rows if the filter has queries that need parsed rows. */
function wantsOf({ scope, from, to, where }: ResolvedFilter): Wants {
  const begin = from === null ? Number.NEGATIVE_INFINITY : Date.parse(from);
  const end = to === null ? Number.POSITIVE_INFINITY : Date.parse(to);
  const queries = where.filter(isInColumns);
  return (block, row) => {
    const happenedAt = block.happenedAt[row] ?? 0;
    return (
      permits(scope, block.organization[row] ?? 0, block.source[row] ?? 0) &&
      begin <= happenedAt &&
      happenedAt < end &&
      queries.every((query) => isWanted(query, block, row))
    );
  };
}

function* matching(rows: readonly StoredRow[], filter: ResolvedFilter): Generator<AcceptedEvent> {
  const needles = filter.where.flatMap((query) => (query.kind === 'text' ? [query.needle] : []));
  for (const { block, row } of rows) {
    if (!needles.every((needle) => block.mayContain(row, needle))) continue;
    const event = block.read(row);
    if (matches(filter, event)) yield event;
  }
}

/** The matching rows after `cursor`, in order of arrival; null if there are too many to send, or to parse in one turn. */
export function missedRows(replay: ReplayBuffer, cursor: Positions, filter: ResolvedFilter): AcceptedEvent[] | null {
  const { rows, more } = replay.after(cursor, wantsOf(filter), isCheap(filter) ? MAX_REPLAY : MAX_PARSED);
  if (more > 0) return null;
  const missed: AcceptedEvent[] = [];
  for (const event of matching(rows, filter)) {
    if (missed.length === MAX_REPLAY) return null;
    missed.push(event);
  }
  return missed;
}

/** The last matching rows after `cursor`. `skipped`: an upper bound of the number of omitted rows. */
export function lastRows(
  replay: ReplayBuffer,
  cursor: Positions,
  filter: ResolvedFilter,
): { rows: AcceptedEvent[]; skipped: number } {
  const { rows, more } = replay.after(cursor, wantsOf(filter), MAX_PARSED);
  return { rows: [...matching(rows, filter)], skipped: more };
}

/** Whether the matching rows after `cursor` can be counted without parsing too many rows. */
export const isCountable = (replay: ReplayBuffer, cursor: Positions, filter: ResolvedFilter): boolean =>
  isCheap(filter) || replay.after(cursor, wantsOf(filter), MAX_PARSED).more === 0;

/** The number of matching rows after `cursor`; null if counting would require parsing too many rows. */
export function countMissed(replay: ReplayBuffer, cursor: Positions, filter: ResolvedFilter): LiveTally | null {
  const needsNoParsing = isCheap(filter);
  const wants = wantsOf(filter);
  let failed = 0;
  const counting: Wants = (block, row) => {
    if (!wants(block, row)) return false;
    if (block.resultOf(row) === 'FAILURE') failed += 1;
    return true;
  };
  const { rows, more } = replay.after(cursor, needsNoParsing ? counting : wants, needsNoParsing ? 0 : MAX_PARSED);
  if (needsNoParsing) return { arrived: more, failed };
  if (more > 0) return null;
  const found = [...matching(rows, filter)];
  return { arrived: found.length, failed: found.filter(({ event }) => event.result === 'FAILURE').length };
}
