import type { Kafka } from './client.ts';
import { withAdmin } from './admin.ts';
import type { Place } from './records/quarantine.ts';

/**
 * What a consumer group commits beside an offset, so that the next process knows where this one ended. `records`: how many from
 * `from` on were being tried together; 0 for a process that has begun to read and committed nothing yet.
 */
export type Note = { from: number; records: number; deaths: number };

/** Offsets that are tried together first. */
const TOGETHER = 500;
/** Offsets after which a process reads normally again. No consumer holds more before it commits. */
const FURTHEST = 60_000;
/** Processes that have to end at the same record. */
const DEATHS = 2;

export const toMetadata = ({ from, records, deaths }: Note): string => `careful=${from},${records},${deaths}`;

export function readNote(metadata: string | null | undefined): Note | null {
  const [, from, records, deaths] = /(?:^|;)careful=(\d{1,16}),(\d{1,9}),(\d{1,3})(?:;|$)/.exec(metadata ?? '') ?? [];
  return from === undefined ? null : { from: Number(from), records: Number(records), deaths: Number(deaths) };
}

/** What a group has committed of a partition, and what Kafka holds. `offset` is -1 when nothing was committed. */
export type Committed = Place & { offset: number; note: Note | null; begin: number; end: number };

/** @throws when Kafka does not answer. */
export const readCommitted = (kafka: Kafka, groupId: string, topics: readonly string[]): Promise<Committed[]> =>
  withAdmin(kafka, async (admin) => {
    const committed = await admin.fetchOffsets({ groupId, topics: [...topics] });
    const found: Committed[] = [];
    for (const { topic, partitions } of committed) {
      const ranges = await admin.fetchTopicOffsets(topic);
      for (const { partition, offset, metadata } of partitions) {
        const range = ranges.find((one) => one.partition === partition);
        const [begin, end] = [Number(range?.low ?? 0), Number(range?.high ?? 0)];
        found.push({ topic, partition, offset: Number(offset), note: readNote(metadata), begin, end });
      }
    }
    return found;
  });

type Trial = { records: number; until: number; deaths: number };

/**
 * Finds the record at which processes end. A process that begins where the one before had begun tries few records at a time,
 * and notes which before it reads them: first 500, then, of those at which it ended, one by one. A record that ended two processes
 * is put into quarantine. A process that ended in between for another reason only reads more slowly for a while.
 */
export class CarefulReading {
  private readonly trials = new Map<string, Trial>();

  get isCareful(): boolean {
    return this.trials.size > 0;
  }

  /**
   * Called when reading begins, with every partition that is read from now on, each at its `offset`. What a note says of records
   * before it is over.
   * @returns those to put into quarantine: the record at `offset` of each.
   */
  begin(committed: readonly Committed[]): Committed[] {
    this.trials.clear();
    return committed.flatMap((one) => this.judge(one));
  }

  private judge(committed: Committed): Committed[] {
    const { topic, partition, note, offset, end } = committed;
    if (!note) return [];
    const { from, records, deaths } = note;
    const first = Math.max(from, offset);
    const isOver = first >= end || (records > 0 && first >= from + records);
    if (isOver) return [];
    if (records === 1 && deaths + 1 >= DEATHS) return [{ ...committed, offset: from }];
    const trial: Trial =
      records === 0
        ? { records: TOGETHER, until: Math.min(end, first + FURTHEST), deaths: 0 }
        : { records: 1, until: from + records, deaths: records === 1 ? deaths + 1 : 0 };
    this.trials.set(`${topic}/${partition}`, trial);
    return [];
  }

  /** What to note before the records from this offset on are read; null: read as many as there are. */
  next({ topic, partition }: Place, offset: number): Note | null {
    const place = `${topic}/${partition}`;
    const trial = this.trials.get(place);
    if (trial && offset < trial.until)
      return { from: offset, records: Math.min(trial.records, trial.until - offset), deaths: trial.deaths };
    this.trials.delete(place);
    return null;
  }

  /** The messages in lots, each with its note. */
  *lots<Message extends { offset: string }>(
    place: Place,
    messages: readonly Message[],
  ): Generator<{ note: Note | null; some: readonly Message[] }> {
    for (let at = 0; at < messages.length;) {
      const note = this.next(place, Number(messages[at]?.offset));
      const behind = note === null ? -1 : messages.findIndex((one) => Number(one.offset) >= note.from + note.records);
      const upTo = behind < 0 ? messages.length : behind;
      yield { note, some: messages.slice(at, upTo) };
      at = upTo;
      this.next(place, Number(messages[at - 1]?.offset) + 1); // ends a trial whose last record this was
    }
  }
}
