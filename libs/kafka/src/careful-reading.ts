import type { Kafka } from './client.ts';
import { withAdmin } from './admin.ts';
import type { Place } from './records/quarantine.ts';

/**
 * Metadata that a consumer group commits with an offset, so that the next process knows where this one crashed. `records`: number of
 * records, starting at `from`, that the process tries together, or 0 if it began to read and has not committed yet. `deaths`: number
 * of processes that already crashed while they tried these records.
 */
export type Note = { from: number; records: number; deaths: number };

/**
 * After a first crash, a process tries this number of offsets at a time. After a crash in such a try, the next process tries the records of
 * this try one by one.
 */
const TRIAL_SIZE = 500;
/** Number of offsets after which a process reads normally again. No consumer reads more than this between two commits. */
const MAX_CAREFUL_OFFSETS = 60_000;
/** Number of processes that must crash at the same record before the record is quarantined. */
const MAX_DEATHS = 2;

export const toMetadata = ({ from, records, deaths }: Note): string => `careful=${from},${records},${deaths}`;

export function readNote(metadata: string | null | undefined): Note | null {
  const [, from, records, deaths] = /(?:^|;)careful=(\d{1,16}),(\d{1,9}),(\d{1,3})(?:;|$)/.exec(metadata ?? '') ?? [];
  return from === undefined ? null : { from: Number(from), records: Number(records), deaths: Number(deaths) };
}

/**
 * What a group has committed for a partition: `offset` (-1 if none) and `note`. Kafka has records with offsets from `begin` up to, but not
 * including, `end`.
 */
export type Committed = Place & { offset: number; note: Note | null; begin: number; end: number };

/** Reads what a group has committed for each partition. @throws when Kafka does not respond. */
export const readCommitted = (kafka: Kafka, groupId: string, topics: readonly string[]): Promise<Committed[]> =>
  withAdmin(kafka, async (admin) => {
    const committed = await admin.fetchOffsets({ groupId, topics: [...topics] });
    const found: Committed[] = [];
    for (const { topic, partitions } of committed) {
      const ranges = await admin.fetchTopicOffsets(topic);
      for (const { partition, offset, metadata } of partitions) {
        const range = ranges.find((candidate) => candidate.partition === partition);
        const [begin, end] = [Number(range?.low ?? 0), Number(range?.high ?? 0)];
        found.push({ topic, partition, offset: Number(offset), note: readNote(metadata), begin, end });
      }
    }
    return found;
  });

type Trial = { records: number; until: number; deaths: number };

/**
 * Finds the record that crashes processes. A process that starts at the same offset as the previous process tries 500 records at a
 * time. Before each try, the process commits a note. After a crash, the next process tries the noted records one by one, and a record
 * that crashes two processes is quarantined. A process that ends for another reason only slows the next process down.
 */
export class CarefulReading {
  private readonly trials = new Map<string, Trial>();

  get isCareful(): boolean {
    return this.trials.size > 0;
  }

  /**
   * Called when reading begins, with every partition that is assigned to this process. Ignores a note whose records were already
   * read.
   * @returns the partitions with a record to quarantine, and in `offset` the offset of that record.
   */
  begin(committed: readonly Committed[]): Committed[] {
    this.trials.clear();
    return committed.flatMap((partition) => this.judge(partition));
  }

  private judge(committed: Committed): Committed[] {
    const { topic, partition, note, offset, end } = committed;
    if (!note) return [];
    const { from, records, deaths } = note;
    const first = Math.max(from, offset);
    const isOver = first >= end || (records > 0 && first >= from + records);
    if (isOver) return [];
    if (records === 1 && deaths + 1 >= MAX_DEATHS) return [{ ...committed, offset: from }];
    const trial: Trial =
      records === 0
        ? { records: TRIAL_SIZE, until: Math.min(end, first + MAX_CAREFUL_OFFSETS), deaths: 0 }
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

  /** Splits messages into groups. Yields each group with the note to commit before the group is handled, or null to commit none. */
  *lots<Message extends { offset: string }>(
    place: Place,
    messages: readonly Message[],
  ): Generator<{ note: Note | null; some: readonly Message[] }> {
    for (let at = 0; at < messages.length;) {
      const note = this.next(place, Number(messages[at]?.offset));
      const behind =
        note === null ? -1 : messages.findIndex(({ offset }) => Number(offset) >= note.from + note.records);
      const upTo = behind < 0 ? messages.length : behind;
      yield { note, some: messages.slice(at, upTo) };
      at = upTo;
      this.next(place, Number(messages[at - 1]?.offset) + 1); // reads normally again after the last record to try
    }
  }
}
