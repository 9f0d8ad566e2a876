import { Logger } from '@nestjs/common';
import { CompressionCodecs } from '../client.ts';
import { type Compression, COMPRESSIONS } from './compression.ts';
import { batchAround, checkRecords, checkSum, type RecordBatch } from './record-batch.ts';
import { recordsInPlaceOf } from './unreadable.ts';

/** The compressions that three bits can name. */
const NUMBERS = [0, 1, 2, 3, 4, 5, 6, 7];
/** A header that claims more records than this is rejected: each becomes an object in memory. */
const MAX_RECORDS = 1_000_000;

const unknown = (number: number): Compression => {
  const fail = (): Promise<Buffer> => Promise.reject(new RangeError(`there is no compression ${number}`));
  return { name: `compression ${number}`, compress: fail, decompress: fail };
};

/** @throws when the records cannot be read. */
async function read(batch: RecordBatch, { decompress }: Compression): Promise<Buffer> {
  checkSum(batch);
  const records = await decompress(batch.records);
  checkRecords(records, batch);
  return records;
}

/**
 * A codec of kafkajs. A batch that it failed to read would end the consumer, and again whenever it is fetched; so in the
 * such a batch is replaced with as many records that {@link unreadableReason} recognises.
 */
const toCodec = (compression: Compression, logger: Logger) => ({
  compress: ({ buffer }: { buffer: Buffer }) => compression.compress(buffer),
  decompress: async (bytes: Buffer): Promise<Buffer> => {
    const batch = batchAround(bytes);
    if (!batch || batch.count > MAX_RECORDS) return compression.decompress(bytes);
    try {
      return await read(batch, compression);
    } catch (error) {
      const reason = `${compression.name}: ${error instanceof Error ? error.message : String(error)}`;
      const [first, last] = [batch.baseOffset, batch.baseOffset + BigInt(batch.lastOffsetDelta)];
      logger.error(
        { first: String(first), last: String(last), reason },
        'record batch is unreadable, skipping its offsets',
      );
      return recordsInPlaceOf(batch, reason);
    }
  },
});

/** Lets every consumer of this process read every compression, and skip unreadable batches. */
export function registerCodecs(): void {
  const logger = new Logger('Kafka');
  const codecs = NUMBERS.map((number) => {
    const codec = toCodec(COMPRESSIONS.get(number) ?? unknown(number), logger);
    return [number, () => codec];
  });
  Object.assign(CompressionCodecs, Object.fromEntries(codecs));
}
