import { Inject, Injectable } from '@nestjs/common';
import { CarefulReading, KAFKA, type Kafka, type KafkaMessage, type Note, readCommitted } from '@portico/kafka';
import { IngestBeginning } from '../logs/ingest-beginning.ts';
import { EVENT_TOPICS, toPartition, toTopicPartition } from '../logs/logs.ts';
import { INGEST_GROUP } from '../logs/topic-offsets.ts';
import { Quarantine } from '../quarantine/quarantine.ts';

/** How to process messages. */
type Lot = {
  /** Commits the note before the messages are read. */
  note: (note: Note) => Promise<void>;
  take: (messages: readonly KafkaMessage[]) => Promise<void>;
  /** Resolves when everything taken is settled. */
  settle: () => Promise<void>;
};

/** Finds the record at which processes crashed, from the ingest's own commits (libs/kafka, `CarefulReading`). */
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
   * Checks whether processes crashed at a record of these partitions.
   * @param starts the first Kafka offset to read by partition: after the stored events, which may be beyond the committed ones.
   * @throws if Kafka does not respond.
   */
  async begin(starts: ReadonlyMap<number, number>): Promise<void> {
    const committed = await readCommitted(this.kafka, INGEST_GROUP, EVENT_TOPICS);
    const own = committed.flatMap((one) => {
      const offset = starts.get(toPartition(one));
      return offset === undefined ? [] : [{ ...one, offset }];
    });
    for (const poison of this.reading.begin(own)) await this.quarantine.add(poison, poison.offset);
  }

  /** Allows reading of live rows in this process, unless it must read carefully. */
  begun(): void {
    if (!this.isCareful) this.beginning.end();
  }

  /**
   * Processes the messages. If a process crashed before, it splits them: it commits a note before each part, and settles it before
   * the next.
   */
  async read(partition: number, messages: readonly KafkaMessage[], { note, take, settle }: Lot): Promise<void> {
    for (const lot of this.reading.lots(toTopicPartition(partition), messages)) {
      if (lot.note) await note(lot.note);
      await take(lot.some);
      if (lot.note || this.isCareful) await settle();
    }
    this.begun();
  }
}
