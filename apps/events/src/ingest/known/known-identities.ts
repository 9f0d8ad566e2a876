import { Logger } from '@nestjs/common';
import { inTurns } from '../../judge/in-turns.ts';
import type { AcceptedEvent } from '../../judge/accepted-event.ts';
import type { ClickHouse } from '../../table/clickhouse/clickhouse.ts';
import type { StoredPosition, TableState } from '../../table/stored-positions.ts';
import { type FilterSizes, IdentityFilter } from './identity-filter.ts';
import {
  IdentityCount,
  identityCountStatement,
  IdentityHashes,
  identityHashesStatements,
} from './identity-hashes.query.ts';

/** Identities added per turn of the event loop, about three milliseconds. */
const A_TURN = 1_000;

/**
 * The position of the last stored event of each partition, and the number of the last insert into the partition. Every insert changes one
 * of these numbers.
 */
type Places = ReadonlyMap<number, { place: number; number: number }>;

/** All identities are read again after n / WORTH look-ups, where n is the number of stored identities. */
const WORTH = 4;
/** Each failed attempt to read all identities doubles the number of look-ups before the next attempt, at most up to this factor. */
const MAX_PATIENCE = 64;

/**
 * Keeps the identities of all stored events in memory, so that only likely duplicates are looked up in ClickHouse. The identities are valid
 * for one state of the table. The store reads this state before each insert. An insert of this process updates the identities. If something
 * else has changed the table (another process, an insert without a response, a restored ClickHouse), all events are looked up until the
 * identities have been read again. A crowded filter stays in use until a larger filter is read.
 */
export class KnownIdentities {
  private readonly logger = new Logger(KnownIdentities.name);
  private filter: IdentityFilter | null = null;
  /** The filter that is being filled from the table. */
  private next: IdentityFilter | null = null;
  private places: Places = new Map();
  private lookedUp = 0;
  private wanted: number;
  private patience = 1;

  /** @param after number of look-ups after which reading all identities pays off; 0 disables reading. */
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly after: number,
    private readonly sizes?: FilterSizes,
  ) {
    this.wanted = after;
  }

  /** An instance that keeps no identities in memory, so that all events are looked up. */
  static none(clickhouse: ClickHouse): KnownIdentities {
    return new KnownIdentities(clickhouse, 0);
  }

  /**
   * Returns the events that this state of the table may contain. The table certainly does not contain the other events.
   * @throws Unavailable
   */
  async amongStored(table: TableState, events: readonly AcceptedEvent[]): Promise<readonly AcceptedEvent[]> {
    if (this.after === 0) return events;
    if ((this.filter ?? this.next) && !isSame(this.places, placesIn(table))) this.forget();
    const { filter } = this;
    if (filter) this.patience = 1;
    else this.lookedUp += events.length;
    const isWorthIt = filter?.isCrowded ?? this.lookedUp >= this.wanted;
    if (isWorthIt && !this.next) await this.begin(table);
    return filter ? events.filter(({ identityHash }) => filter.mayHave(identityHash)) : events;
  }

  /** Adds events that insert `number` has stored. `table`: the state before the insert. Forgets all identities if this state is unknown. */
  async stored(table: TableState, number: number, events: readonly AcceptedEvent[]): Promise<void> {
    const { filter, next } = this;
    if (!filter && !next) return;
    const before = placesIn(table);
    if (!isSame(this.places, before)) return this.forget();
    await inTurns(events, A_TURN, (some) => {
      for (const { identityHash } of some) {
        filter?.add(identityHash);
        next?.add(identityHash);
      }
    });
    const lasts = new Map<number, number>();
    for (const { position } of events) lasts.set(position.partition, position.offset);
    this.places = new Map([
      ...before,
      ...[...lasts].map(([partition, place]) => [partition, { place, number }] as const),
    ]);
  }

  forget(): void {
    this.filter = null;
    this.next = null;
    this.lookedUp = 0;
    this.patience = Math.min(this.patience * 2, MAX_PATIENCE);
  }

  /** Starts reading the stored identities. Later inserts of this process are added directly. */
  private async begin(table: TableState): Promise<void> {
    const [{ count } = { count: 0 }] = await this.clickhouse.rowsForSure(IdentityCount, identityCountStatement);
    this.wanted = Math.max(this.after, count / WORTH) * this.patience;
    const filter = new IdentityFilter(count, this.sizes);
    this.next = filter;
    this.places = placesIn(table);
    this.read(filter, count).catch((error: unknown) => {
      this.logger.warn(
        { error: String(error) },
        'loading the ids of stored events failed, checking each event in ClickHouse',
      );
      if (this.next === filter) this.forget();
    });
  }

  private async read(filter: IdentityFilter, count: number): Promise<void> {
    for (const statement of identityHashesStatements(count)) {
      const [{ ones, others } = { ones: [], others: [] }] = await this.clickhouse.rowsForSure(
        IdentityHashes,
        statement,
      );
      if (this.next !== filter) return;
      for (let row = 0; row < ones.length; row += 1) filter.add({ one: ones[row] ?? 0, other: others[row] ?? 0 });
    }
    if (this.next !== filter) return;
    this.filter = filter;
    this.next = null;
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
