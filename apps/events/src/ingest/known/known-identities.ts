import { Logger } from '@nestjs/common';
import { inTurns } from '../../judge/in-turns.ts';
import type { AcceptedEvent } from '../../judge/accepted-event.ts';
import type { ClickHouse } from '../../table/clickhouse/clickhouse.ts';
import type { StoredPosition, TableState } from '../../table/stored-positions.ts';
import { IdentityFilter } from './identity-filter.ts';
import {
  IdentityCount,
  identityCountStatement,
  IdentityHashes,
  identityHashesStatements,
} from './identity-hashes.query.ts';

/** Identities that are added in one turn of the event loop: about three milliseconds. */
const A_TURN = 1_000;

/** How far each partition is stored, and by which insert. Every insert changes it. */
type Places = ReadonlyMap<number, { place: number; number: number }>;

/** Reading all identities may take this share of the events that were looked up meanwhile, as many times over as it was in vain. */
const WORTH = 4;
const MOST_PATIENCE = 64;

/**
 * The identities of all stored events, in memory, so that ClickHouse is asked only for those that may be among them. They hold
 * for one state of the table, and this process takes them along from each of its inserts to the next. Whatever else changes the
 * table (another process, an insert whose answer was lost, a restored ClickHouse) is seen in its state, which is read before each
 * insert: then everything is looked up as if there were no memory, until it has been read again.
 */
export class KnownIdentities {
  private readonly logger = new Logger(KnownIdentities.name);
  private filter: IdentityFilter | null = null;
  private places: Places = new Map();
  private isComplete = false;
  private lookedUp = 0;
  private wanted: number;
  private patience = 1;

  /** @param after - events to look up before it is worth it; 0: never. */
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly after: number,
  ) {
    this.wanted = after;
  }

  /** Without memory. */
  static none(clickhouse: ClickHouse): KnownIdentities {
    return new KnownIdentities(clickhouse, 0);
  }

  /** Those that may be stored in this state of the table; the others are not. */
  amongStored(table: TableState, events: readonly AcceptedEvent[]): readonly AcceptedEvent[] {
    if (this.after === 0) return events;
    const { filter } = this;
    if (filter && !isSame(this.places, placesIn(table))) this.forget();
    else if (filter && this.isComplete) {
      this.patience = 1;
      return events.filter(({ identityHash }) => filter.mayHave(identityHash));
    }
    this.lookedUp += events.length;
    if (!this.filter && this.lookedUp >= this.wanted) this.begin(table);
    return events;
  }

  /** An insert of these was kept as number `number`, upon this state of the table. */
  async stored(table: TableState, number: number, events: readonly AcceptedEvent[]): Promise<void> {
    const { filter } = this;
    if (!filter) return;
    const before = placesIn(table);
    if (!isSame(this.places, before) || filter.isFull) return this.forget();
    await inTurns(events, A_TURN, (some) => {
      for (const { identityHash } of some) filter.add(identityHash);
    });
    if (this.filter !== filter) return;
    const places = new Map(before);
    for (const { position } of events) places.set(position.partition, { place: position.offset, number });
    this.places = places;
  }

  forget(): void {
    this.filter = null;
    this.isComplete = false;
    this.lookedUp = 0;
    this.patience = Math.min(this.patience * 2, MOST_PATIENCE);
  }

  /** What is stored from now on by this process is added at once; everything before is read. */
  private begin(table: TableState): void {
    const filter = new IdentityFilter();
    this.filter = filter;
    this.places = placesIn(table);
    this.read(filter).catch((error: unknown) => {
      this.logger.warn({ error: String(error) }, 'reading the identities of stored events failed, looking up each');
      if (this.filter === filter) this.forget();
    });
  }

  private async read(filter: IdentityFilter): Promise<void> {
    const [{ count } = { count: 0 }] = await this.clickhouse.rowsForSure(IdentityCount, identityCountStatement);
    this.wanted = filter.hasRoomFor(count)
      ? Math.max(this.after, count / WORTH) * this.patience
      : Number.POSITIVE_INFINITY;
    if (!filter.hasRoomFor(count)) return this.forget();
    for (const statement of identityHashesStatements(count)) {
      const [{ ones, others } = { ones: [], others: [] }] = await this.clickhouse.rowsForSure(
        IdentityHashes,
        statement,
      );
      if (this.filter !== filter) return;
      for (let row = 0; row < ones.length; row += 1) filter.add({ one: ones[row] ?? 0, other: others[row] ?? 0 });
      if (filter.isFull) return this.forget();
    }
    if (this.filter === filter) this.isComplete = true;
  }
}

const placesIn = ({ positions }: TableState): Places =>
  new Map(
    [...positions].map(([partition, { place, insert }]: [number, StoredPosition]) => [
      partition,
      { place, number: insert.number },
    ]),
  );

const isSame = (a: Places, b: Places): boolean =>
  a.size === b.size &&
  [...a].every(([partition, { place, number }]) => {
    const other = b.get(partition);
    return other?.place === place && other.number === number;
  });
