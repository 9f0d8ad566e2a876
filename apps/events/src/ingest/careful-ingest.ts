import { Inject, Injectable } from '@nestjs/common';
import { CarefulReading, KAFKA, type Kafka, type KafkaMessage, type Note, readCommitted } from '@portico/kafka';
import { IngestBeginning } from '../logs/ingest-beginning.ts';
import { EVENT_TOPICS, toPartition, toTopicPartition } from '../logs/logs.ts';
import { INGEST_GROUP } from '../logs/topic-offsets.ts';
import { Quarantine } from '../quarantine/quarantine.ts';

/** Callbacks that process messages. */
type Callbacks = {
  /** Commits the range of the next messages, before `take` processes them, so that a later process can find the cause of a crash. */
  note: (note: Note) => Promise<void>;
  take: (messages: readonly KafkaMessage[]) => Promise<void>;
  /** Resolves when all messages passed to `take` are stored, rejected or found to be duplicates. */
  settle: () => Promise<void>;
};

/** Finds a record that crashes processes, by notes in the ingest's offset commits (see `CarefulReading` in libs/kafka). */
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
   * Checks whether processes crashed at a record of these partitions, and quarantines such a record.
   * @param starts the first Kafka offset to read of each partition. Events before this offset may be stored but not committed.
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

  /** Lets this process read live rows, unless the ingest is still searching for a record that crashes processes. */
  begun(): void {
    if (!this.isCareful) this.beginning.end();
  }

  /**
   * Processes the messages. After a crash, splits them into parts: commits a note before each part, and waits until the part is
   * stored before the next part begins.
   */
  async read(partition: number, messages: readonly KafkaMessage[], { note, take, settle }: Callbacks): Promise<void> {
    for (const batch of this.reading.lots(toTopicPartition(partition), messages)) {
      if (batch.note) await note(batch.note);
      await take(batch.some);
      if (batch.note || this.isCareful) await settle();
    }
    this.begun();
  }
}
