import { ErrorCode, KafkaError } from '../protocol/error-code.ts';
import type { BatchHeader } from './record-batch.ts';

/** An idempotent producer has at most five requests in flight, so five batches suffice to detect a repetition. */
const REMEMBERED_BATCHES = 5;
const MAX_SEQUENCE = 0x7fff_ffff;
/** Maximum producers per partition. Beyond this, the table forgets the producer with the oldest last append. */
const MAX_PRODUCERS = 2_000;

interface AppendedBatch {
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly baseOffset: number;
  readonly timestamp: number;
}

interface ProducerEntry {
  epoch: number;
  lastTimestamp: number;
  batches: AppendedBatch[];
}

export type ProducerSnapshot = readonly (readonly [number, ProducerEntry])[];

/** Sequence of the last record. Uses offsets, not the record count, because version 0.1 removed records from compacted batches. */
function lastSequence(header: BatchHeader): number {
  return (header.baseSequence + header.lastOffset - header.baseOffset) % (MAX_SEQUENCE + 1);
}

/** Idempotent producers of one partition: epoch, last sequence, last batches. */
export class ProducerTable {
  private readonly producers: Map<number, ProducerEntry>;

  constructor(snapshot: ProducerSnapshot = []) {
    this.producers = new Map(snapshot.map(([id, entry]) => [id, { ...entry, batches: [...entry.batches] }]));
  }

  /**
   * Returns the earlier append if this batch repeats it.
   * @throws if the batch is out of order or from a fenced epoch. An unknown producer may begin with any sequence, because retention
   * may have deleted its earlier batches.
   */
  check(header: BatchHeader): AppendedBatch | undefined {
    if (header.producerId < 0) return undefined;
    const entry = this.producers.get(header.producerId);
    if (entry === undefined) return undefined;
    const name = `producer ${header.producerId}`;
    if (header.producerEpoch < entry.epoch) {
      const text = `${name} sent epoch ${header.producerEpoch}, the partition knows ${entry.epoch}`;
      throw new KafkaError(ErrorCode.INVALID_PRODUCER_EPOCH, text);
    }
    const outOfOrder = (expected: number): KafkaError => {
      const text = `${name} sent sequence ${header.baseSequence}, expected ${expected}`;
      return new KafkaError(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, text);
    };
    if (header.producerEpoch > entry.epoch) {
      if (header.baseSequence !== 0) throw outOfOrder(0);
      return undefined;
    }
    const last = lastSequence(header);
    const repeated = entry.batches.find((b) => b.firstSequence === header.baseSequence && b.lastSequence === last);
    if (repeated !== undefined) return repeated;
    const before = entry.batches.at(-1);
    const expected = before === undefined ? header.baseSequence : (before.lastSequence + 1) % (MAX_SEQUENCE + 1);
    if (header.baseSequence !== expected) throw outOfOrder(expected);
    return undefined;
  }

  /** Remembers a batch that was just appended, or that the broker reads from the log when it starts. */
  note(header: BatchHeader): void {
    if (header.producerId < 0) return;
    const known = this.producers.get(header.producerId);
    const entry = known?.epoch === header.producerEpoch ? known : this.begin(header);
    entry.lastTimestamp = header.maxTimestamp;
    entry.batches.push({
      firstSequence: header.baseSequence,
      lastSequence: lastSequence(header),
      baseOffset: header.baseOffset,
      timestamp: header.maxTimestamp,
    });
    if (entry.batches.length > REMEMBERED_BATCHES) entry.batches.shift();
  }

  private begin(header: BatchHeader): ProducerEntry {
    const isFull = this.producers.size >= MAX_PRODUCERS && !this.producers.has(header.producerId);
    if (isFull) this.producers.delete(this.mostSilent());
    const entry = { epoch: header.producerEpoch, lastTimestamp: header.maxTimestamp, batches: [] };
    this.producers.set(header.producerId, entry);
    return entry;
  }

  /** Searches all producers for the oldest append. A map ordered by last append would be rehashed often (see `PartitionLog.onAppend`). */
  private mostSilent(): number {
    const [first, ...others] = this.producers;
    if (first === undefined) return -1;
    const [id] = others.reduce((one, other) => (other[1].lastTimestamp < one[1].lastTimestamp ? other : one), first);
    return id;
  }

  expire(time: number): void {
    for (const [id, entry] of this.producers) if (entry.lastTimestamp < time) this.producers.delete(id);
  }

  snapshot(): ProducerSnapshot {
    return [...this.producers];
  }
}
