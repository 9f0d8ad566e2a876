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

/** Maximum rows of an insert. If another process takes the insert's number, the retry has half as many rows, to be faster. */
const MAX_ROWS = 50_000;
/** Minimum rows to which retries reduce an insert. */
const MIN_ROWS = 1_000;
/** Milliseconds between reads of the table while waiting for another process or a replica. */
const POLL_MS = 20;
/**
 * Maximum milliseconds to wait for an insert to appear in the table, because ClickHouse may have recorded the insert's token and
 * crashed before it stored the rows. Replicas lag less than this.
 */
const UNSEEN = 10_000;

/** The table has fewer rows than were stored, because ClickHouse was restored to an older state. */
export class HistoryWentBack extends Error {
  override readonly name = 'HistoryWentBack';
}

/** Callbacks about the outcome of storing events. */
export type Outcome = {
  /** Called with rows that were stored. Called several times, each time with some of the rows. */
  stored: (rows: readonly AcceptedEvent[]) => void;
  /**
   * Called with events that were stored before. Each event has the arrival time of the stored event, and the position of this delivery. May
   * be called again.
   */
  found: (rows: readonly AcceptedEvent[]) => void;
  /**
   * Called with events that reuse the identity of an event with different content, before any later event is stored. May be called again.
   */
  reused: (events: readonly AcceptedEvent[]) => Promise<void>;
  /**
   * Whether the events are not in order of position. The table's positions then do not show which events are stored, so the events are
   * looked up until all are stored.
   */
  areOutOfOrder?: boolean;
};

/**
 * Stores events that are not stored yet. Other processes store concurrently, including a process that seems dead but whose last insert
 * is still running. A process reads the number of the table's last insert, looks up which events are stored, and inserts the rest with
 * the next number. ClickHouse stores only the first of two inserts with the same number, so nothing is stored between a look-up and its
 * insert. A process whose insert was not the first reads the table again and retries.
 */
@Injectable()
export class EventStore {
  private readonly turns = new Turns();
  /** Maximum rows of the next insert. */
  private share = MAX_ROWS;

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly known: KnownIdentities = KnownIdentities.none(clickhouse),
  ) {}

  /**
   * Stores the new events. Looks up before each attempt which events are new, because an insert without a response may have succeeded.
   * @param events have different identities, and are in order within each partition.
   * @param own the partitions that this process reads, and the position of the last stored event of each.
   * @returns the new positions of the last stored events. A position may be later than `events` if a previous process stored more.
   * @throws errors of ClickHouse, after which the caller may retry; {@link HistoryWentBack}
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
        // A second attempt with the same number has another token. The table may then contain two inserts with this number, from different
        // processes.
        if (attempt === 0) await this.known.stored(table, number, fresh);
        else this.known.forget();
        from += next.length;
        attempt = 0;
        this.share = Math.min(this.share * 2, MAX_ROWS);
        continue;
      }
      attempt = seen ? 0 : attempt + 1;
      if (seen) this.share = Math.max(Math.ceil(next.length / 2), MIN_ROWS);
    }
    return new Map([...own.keys()].map((partition) => [partition, stored.get(partition) ?? -1]));
  }

  /** Determines which events of a batch {@link storeNew} should store. */
  identities(events: readonly AcceptedEvent[]): Promise<Identities> {
    return byIdentity(this.clickhouse, events);
  }

  /** Waits for this process's turn: until each other active process has inserted, or a timeout has passed. Returns the table's state. */
  private async untilTurn(own: Positions, stored: Positions): Promise<TableState> {
    const deadline = performance.now() + this.turns.patience;
    for (;;) {
      const table = await this.read(stored);
      if (performance.now() > deadline || !this.turns.isOthers(own, performance.now())) return table;
      await sleep(POLL_MS);
    }
  }

  /** Waits until the table contains insert `number` of any process, and returns the table's state; null after {@link UNSEEN}. */
  private async untilSeen(number: number, stored: Positions): Promise<TableState | null> {
    for (const deadline = performance.now() + UNSEEN; ; await sleep(POLL_MS)) {
      const table = await this.read(stored);
      if (table.head.number >= number) return table;
      if (performance.now() > deadline) return null;
    }
  }

  /**
   * Reads the state of the table. Called before and after each insert, because an insert into a table that was restored to an older
   * state would hide the missing rows.
   * @param stored the last known positions of stored events. Waits until the table contains these events.
   * @throws HistoryWentBack if the table does not contain these events after {@link UNSEEN}.
   */
  private async read(stored: Positions): Promise<TableState> {
    for (const deadline = performance.now() + UNSEEN; ; await sleep(POLL_MS)) {
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
   * Returns the events that are not stored.
   * @param wanted the events that the table may contain; only these are looked up.
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
    const known = wanted.filter(({ event }) => stored.has(identityOf(event)));
    const contents = await storedContents(this.clickhouse, known.map(contentOf));
    const same: AcceptedEvent[] = [];
    const changed: AcceptedEvent[] = [];
    for (const one of known) {
      const content = contents.get(identityOf(one.event));
      // An event without its own timestamp gets its arrival time. A repetition arrives later, so its timestamp differs from the stored
      // event's.
      if (!content && !one.hasOwnTime) continue;
      if (!content || !isSameContent(contentOf(one), content)) changed.push(one);
      else {
        const { event, position, bytes, details } = one;
        const publishedAt = toMilliseconds(content.published_at);
        const offset = placeOf(content.log_epoch, content.kafka_offset);
        const storedAt = { partition: content.kafka_partition, offset };
        same.push(new AcceptedEvent(event, position, publishedAt, bytes, details, derivedIn(content), storedAt));
      }
    }
    if (changed.length > 0) await reused(changed);
    found(same);
    const alreadyStored = new Set(known);
    return events.filter((event) => !alreadyStored.has(event));
  }
}

const derivedIn = (content: Derived): Derived => forFields(DERIVED_FIELDS, (name) => content[name]);

/** Whether all events are stored. Each partition is stored in order, so only its last event is checked. */
function covers({ positions }: TableState, events: readonly AcceptedEvent[]): boolean {
  const lasts = new Map<number, number>();
  for (const { position } of events) lasts.set(position.partition, position.offset);
  return [...lasts].every(([partition, place]) => (positions.get(partition)?.place ?? -1) >= place);
}
