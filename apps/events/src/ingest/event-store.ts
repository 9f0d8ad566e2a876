import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type Derived, DERIVED_FIELDS, forFields } from '@portico/contracts/query/fields';
import { identityOf } from '@portico/contracts/events/integration-event';
import { placeOf, type Positions } from '@portico/contracts/events/position';
import { AcceptedEvent } from '../judge/accepted-event.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { storedContents, storedIdentities } from '../table/stored-events.ts';
import { toMilliseconds } from '../table/schema/moments.ts';
import { placesOf, readTableState, type TableState } from '../table/stored-positions.ts';
import { storeEvents } from '../table/write-rows.ts';
import { byIdentity, type Identities } from './identities.ts';
import { KnownIdentities } from './known/known-identities.ts';
import { contentOf, isSameContent } from './same-content.ts';
import { Turns } from './turns.ts';

/**
 * Maximum rows of an insert. After losing its number to another process, an insert is retried with half as many, because that is
 * faster, down to the minimum.
 */
const MOST_ROWS = 50_000;
const FEWEST_ROWS = 1_000;
/** Milliseconds between reads of the table while waiting for another process or a replica. */
const LOOK = 20;
/**
 * Milliseconds to wait for an insert to appear: ClickHouse may have recorded its token and crashed before it stored the rows.
 * Replicas lag less than this.
 */
const UNSEEN = 10_000;

/** The table has fewer rows than were stored, because ClickHouse was restored to an older state. */
export class HistoryWentBack extends Error {
  override readonly name = 'HistoryWentBack';
}

/** Callbacks about the outcome of storing events. */
export type Outcome = {
  /** These rows were stored. Called repeatedly, with some rows each time. */
  stored: (rows: readonly AcceptedEvent[]) => void;
  /** These events were stored before; the argument has the stored arrival, and this delivery's position. May be called again. */
  found: (rows: readonly AcceptedEvent[]) => void;
  /** These events use the identity of an event with other content. Called before any later event is stored; may be called again. */
  reused: (events: readonly AcceptedEvent[]) => Promise<void>;
  /**
   * The events are not in the order of their positions, so positions do not tell whether they are stored. They are looked up until
   * all are.
   */
  areOutOfOrder?: boolean;
};

/**
 * Stores events that are not stored yet, concurrently with other processes, including one that seems dead but whose last insert is
 * still running. Each insert is numbered one above the table's last insert at the time when the identities were looked up, and of two
 * inserts with the same number, ClickHouse stores only the first. So each stored insert was looked up after all earlier ones were
 * stored. The process that loses reads again and retries.
 */
@Injectable()
export class EventStore {
  private readonly turns = new Turns();
  /** Maximum rows of the next insert. */
  private share = MOST_ROWS;

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly known: KnownIdentities = KnownIdentities.none(clickhouse),
  ) {}

  /**
   * Checks before each attempt which events are already stored, because an insert whose response was lost may have succeeded.
   * @param events have different identities, and are in order within each partition.
   * @param own partitions that this process reads, with the last stored place of each.
   * @returns the new last places; a process that read a partition before may have stored more.
   * @throws ClickHouse's errors; retry then. {@link HistoryWentBack}
   */
  async storeNew(events: readonly AcceptedEvent[], own: Positions, outcome: Outcome): Promise<Positions> {
    let inserted: readonly AcceptedEvent[] = [];
    let stored = own;
    for (let from = 0, attempt = 0; from < events.length;) {
      const table = await this.untilTurn(own, stored);
      stored = placesOf([...table.positions.values()]);
      const next = events.slice(from, from + this.share);
      const fresh = await this.unknown(await this.known.amongStored(table, next), next, outcome);
      if (fresh.length === 0) {
        if (inserted.length > 0) outcome.stored(inserted);
        inserted = [];
        from += next.length;
        continue;
      }
      const began = performance.now();
      const number = table.head.number + 1;
      await storeEvents(this.clickhouse, fresh, { after: table.head, token: `${number}-${attempt}` });
      const seen = await this.untilSeen(number, stored);
      if (seen) stored = placesOf([...seen.positions.values()]);
      if (outcome.areOutOfOrder) inserted = inserted.length > 0 ? inserted : fresh;
      else if (seen && covers(seen, fresh)) {
        this.turns.inserted(number, performance.now() - began);
        outcome.stored(fresh);
        // After a second attempt with the same number, two processes may each have stored one.
        if (attempt === 0) await this.known.stored(table, number, fresh);
        else this.known.forget();
        from += next.length;
        attempt = 0;
        this.share = Math.min(this.share * 2, MOST_ROWS);
        continue;
      }
      attempt = seen ? 0 : attempt + 1;
      if (seen) this.share = Math.max(Math.ceil(next.length / 2), FEWEST_ROWS);
    }
    return new Map([...own.keys()].map((partition) => [partition, stored.get(partition) ?? -1]));
  }

  /** Sorts out which events of a batch {@link storeNew} should store. */
  identities(events: readonly AcceptedEvent[]): Promise<Identities> {
    return byIdentity(this.clickhouse, events);
  }

  /** The state of the table, after other processes have had their turn. */
  private async untilTurn(own: Positions, stored: Positions): Promise<TableState> {
    const deadline = performance.now() + this.turns.patience;
    for (;;) {
      const table = await this.read(stored);
      if (performance.now() > deadline || !this.turns.isOthers(own, performance.now())) return table;
      await sleep(LOOK);
    }
  }

  /** The state of the table once it contains insert `number`, of this or another process; null if that does not happen in time. */
  private async untilSeen(number: number, stored: Positions): Promise<TableState | null> {
    for (const deadline = performance.now() + UNSEEN; ; await sleep(LOOK)) {
      const table = await this.read(stored);
      if (table.head.number >= number) return table;
      if (performance.now() > deadline) return null;
    }
  }

  /**
   * Reads the stored positions before and after each insert, because an insert into a table that was restored to an older state
   * would hide the missing rows.
   * @param stored the last known positions. Waits until the table has at least these.
   * @throws HistoryWentBack.
   */
  private async read(stored: Positions): Promise<TableState> {
    for (const deadline = performance.now() + UNSEEN; ; await sleep(LOOK)) {
      const table = await readTableState(this.clickhouse);
      const behind = [...stored].find(([partition, place]) => (table.positions.get(partition)?.place ?? -1) < place);
      if (!behind) {
        this.turns.note(table, performance.now());
        return table;
      }
      const [partition, place] = behind;
      if (performance.now() > deadline)
        throw new HistoryWentBack(`place ${place} of partition ${partition} was stored, and is not any more`);
    }
  }

  /**
   * The events that are not stored.
   * @param wanted those that may be stored, which are looked up.
   */
  private async unknown(
    wanted: readonly AcceptedEvent[],
    events: readonly AcceptedEvent[],
    { reused, found }: Outcome,
  ): Promise<readonly AcceptedEvent[]> {
    const stored = await storedIdentities(
      this.clickhouse,
      wanted.map(({ event }) => event),
    );
    if (stored.size === 0) return events;
    const known = events.filter(({ event }) => stored.has(identityOf(event)));
    const contents = await storedContents(this.clickhouse, known.map(contentOf));
    const same: AcceptedEvent[] = [];
    const others: AcceptedEvent[] = [];
    for (const one of known) {
      const content = contents.get(identityOf(one.event));
      // Without a timestamp of its own, the event is stored with that of another arrival.
      if (!content && !one.hasOwnTime) continue;
      if (!content || !isSameContent(contentOf(one), content)) others.push(one);
      else {
        const { event, position, bytes, details } = one;
        const publishedAt = toMilliseconds(content.published_at);
        const offset = placeOf(content.log_epoch, content.kafka_offset);
        const storedAt = { partition: content.kafka_partition, offset };
        same.push(new AcceptedEvent(event, position, publishedAt, bytes, details, derivedIn(content), storedAt));
      }
    }
    if (others.length > 0) await reused(others);
    found(same);
    return events.filter(({ event }) => !stored.has(identityOf(event)));
  }
}

const derivedIn = (content: Derived): Derived => forFields(DERIVED_FIELDS, (name) => content[name]);

/** Whether all events are stored. Each partition is stored in order, so its last event is sufficient. */
function covers({ positions }: TableState, events: readonly AcceptedEvent[]): boolean {
  const lasts = new Map<number, number>();
  for (const { position } of events) lasts.set(position.partition, position.offset);
  return [...lasts].every(([partition, place]) => (positions.get(partition)?.place ?? -1) >= place);
}
