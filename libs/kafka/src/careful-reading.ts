import type { Kafka } from './client.ts';
import { withAdmin } from './admin.ts';
import type { Place } from './records/quarantine.ts';

/**
 * Metadata that a consumer group commits with an offset, so that the next process knows where this one crashed. `records`: how many
 * records starting at `from` were being tried together, or 0 for a process that has begun to read and has not committed yet.
 */
export type Note = { from: number; records: number; deaths: number };

/** Number of offsets that are tried together first. */
const TOGETHER = 500;
/** Number of offsets after which a process reads normally again. No consumer holds more than this before it commits. */
const FURTHEST = 60_000;
/** Number of processes that must crash at the same record before it is quarantined. */
const DEATHS = 2;

export const toMetadata = ({ from, records, deaths }: Note): string => `careful=${from},${records},${deaths}`;

export function readNote(metadata: string | null | undefined): Note | null {
  const [, from, records, deaths] = /(?:^|;)careful=(\d{1,16}),(\d{1,9}),(\d{1,3})(?:;|$)/.exec(metadata ?? '') ?? [];
  return from === undefined ? null : { from: Number(from), records: Number(records), deaths: Number(deaths) };
}

/** What a group has committed for a partition, and what Kafka holds. `offset` is -1 when nothing was committed. */
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
 * Finds the record that crashes processes. If a process starts where the previous one had started, it tries few records at a time and
 * commits a note of them before it reads them: first 500, then, among those at which it crashed, one by one. A record that crashed
 * two processes is quarantined. A process that ended for another reason only causes slower reading for a while.
 */
export class CarefulReading {
  private readonly trials = new Map<string, Trial>();

  get isCareful(): boolean {
    return this.trials.size > 0;
  }

  /**
   * Called when reading begins, with every partition assigned to this process and its `offset`. A note is ignored if its records were
   * already read.
   * @returns the records to quarantine: the one at `offset` of each partition.
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

  /** Returns the note to commit before reading from this offset, or null to read without a limit. */
  next({ topic, partition }: Place, offset: number): Note | null {
    const place = `${topic}/${partition}`;
    const trial = this.trials.get(place);
    if (trial && offset < trial.until)
      return { from: offset, records: Math.min(trial.records, trial.until - offset), deaths: trial.deaths };
    this.trials.delete(place);
    return null;
  }

  /** Splits the messages into groups, each with its note. */
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
      this.next(place, Number(messages[at - 1]?.offset) + 1); // ends a trial if this was its last record
    }
  }
}
