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

/** Rows of one insert. One that lost is tried with half of them, because it is quicker then; never with fewer than these. */
const MOST_ROWS = 50_000;
const FEWEST_ROWS = 1_000;
/** Milliseconds between two looks at the table while another process or a replica is waited for. */
const LOOK = 20;
/**
 * Milliseconds after which an insert that is not seen is given up: ClickHouse noted its mark and crashed before it kept the
 * rows. Longer than a replica lags.
 */
const UNSEEN = 10_000;

/** The table has less than was stored: ClickHouse was restored to an older state. */
export class HistoryWentBack extends Error {
  override readonly name = 'HistoryWentBack';
}

/** What becomes of events besides being stored. */
export type Outcome = {
  /** So many rows were stored, some at a time. */
  stored: (rows: readonly AcceptedEvent[]) => void;
  /** So many were stored before, as they are stored, at the position of this delivery. May be called again. */
  found: (rows: readonly AcceptedEvent[]) => void;
  /** The identity was used for other content. Called before anything after them is stored; may be called again. */
  reused: (events: readonly AcceptedEvent[]) => Promise<void>;
  /** They are not after everything that is stored: positions say nothing of them, and they are looked up until they are there. */
  areOutOfOrder?: boolean;
};

/**
 * Stores events that are not stored yet, beside others that do the same: other processes, and one that was thought dead
 * whose last insert is still under way. Each insert has the number after that of the last one, as it stood when the
 * identities were looked up, and of two with the same number ClickHouse keeps the first. So whatever is kept was looked up
 * after everything before it was stored; the loser reads again and retries.
 */
@Injectable()
export class EventStore {
  private readonly turns = new Turns();
  /** Rows of the next insert at most. */
  private share = MOST_ROWS;

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly known: KnownIdentities = KnownIdentities.none(clickhouse),
  ) {}

  /**
   * Leaves out events that are stored already, at every try: an insert whose answer was lost may have been stored.
   * @param events - of different identities, each partition's in order. @param own - partitions that this process reads, with
   * the last place of each that was stored.
   * @returns the same of now. The process that read a partition before may have stored its last rows.
   * @throws ClickHouse's errors; try again then. {@link HistoryWentBack}
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
        // Of two attempts at one number both may have been kept, by two processes.
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

  /** Which of a batch go to {@link storeNew}. */
  identities(events: readonly AcceptedEvent[]): Promise<Identities> {
    return byIdentity(this.clickhouse, events);
  }

  /** The table as it is, once the others had their turn. */
  private async untilTurn(own: Positions, stored: Positions): Promise<TableState> {
    const deadline = performance.now() + this.turns.patience;
    for (;;) {
      const table = await this.read(stored);
      if (performance.now() > deadline || !this.turns.isOthers(own, performance.now())) return table;
      await sleep(LOOK);
    }
  }

  /** The table as soon as insert `number` is in it, of this process or another; null when it is not. */
  private async untilSeen(number: number, stored: Positions): Promise<TableState | null> {
    for (const deadline = performance.now() + UNSEEN; ; await sleep(LOOK)) {
      const table = await this.read(stored);
      if (table.head.number >= number) return table;
      if (performance.now() > deadline) return null;
    }
  }

  /**
   * It is asked before and after each insert: one upon a table that went back would hide what lies between.
   * @param stored - what the table had. It has as much, or more.
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

  /** Those that are not stored. @param wanted - those of them that may be. */
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
      // Stored with the moment of another arrival.
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

/** Each partition is stored in order, so its last event stands for all before it. */
function covers({ positions }: TableState, events: readonly AcceptedEvent[]): boolean {
  const lasts = new Map<number, number>();
  for (const { position } of events) lasts.set(position.partition, position.offset);
  return [...lasts].every(([partition, place]) => (positions.get(partition)?.place ?? -1) >= place);
}
