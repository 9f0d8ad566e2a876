import { Inject, Injectable } from '@nestjs/common';
import { CarefulReading, KAFKA, type Kafka, type KafkaMessage, type Note, readCommitted } from '@portico/kafka';
import { IngestBeginning } from '../logs/ingest-beginning.ts';
import { EVENT_TOPICS, toPartition, toTopicPartition } from '../logs/logs.ts';
import { INGEST_GROUP } from '../logs/topic-offsets.ts';
import { Quarantine } from '../quarantine/quarantine.ts';

/** What to do with a lot of messages. */
export type Lot = {
  /** Commits the note before the lot is read. */
  note: (note: Note) => Promise<void>;
  take: (messages: readonly KafkaMessage[]) => Promise<void>;
  /** Resolves when all that was taken is settled. */
  settle: () => Promise<void>;
};

/** Finds the record at which processes ended, by the ingest's own commits (libs/kafka, `CarefulReading`). */
@Injectable()
export class CarefulIngest {
  private readonly reading = new CarefulReading();

  constructor(
    @Inject(KAFKA) private readonly kafka: Kafka,
    private readonly quarantine: Quarantine,
    private readonly beginning: IngestBeginning,
  ) {}

  get isCareful(): boolean {
    return this.reading.isCareful;
  }

  /**
   * Looks whether processes ended at a record of these partitions.
   * @param starts - where each is read from, by Kafka's offset: after what was stored, which may be beyond what was committed.
   * @throws when Kafka does not answer.
   */
  async begin(starts: ReadonlyMap<number, number>): Promise<void> {
    const committed = await readCommitted(this.kafka, INGEST_GROUP, EVENT_TOPICS);
    const own = committed.flatMap((one) => {
      const offset = starts.get(toPartition(one));
      return offset === undefined ? [] : [{ ...one, offset }];
    });
    for (const poison of this.reading.begin(own)) await this.quarantine.add(poison, poison.offset);
  }

  /** Live rows of this process may be read. */
  begun(): void {
    if (!this.isCareful) this.beginning.end();
  }

  /** Hands over the messages; where a process has ended before, lot by lot, each noted first and settled before the next. */
  async read(partition: number, messages: readonly KafkaMessage[], { note, take, settle }: Lot): Promise<void> {
    for (const lot of this.reading.lots(toTopicPartition(partition), messages)) {
      if (lot.note) await note(lot.note);
      await take(lot.some);
      if (lot.note || this.isCareful) await settle();
    }
    this.begun();
  }
}
