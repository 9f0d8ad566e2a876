import kafkajs from 'kafkajs';
import { COMPRESSIONS } from '../records/compression.ts';

/** Kafka's number for no compression. */
const NONE = 0;

/** Lets producers compress with every codec. kafkajs itself only supports gzip. */
export function addCompressors(): void {
  for (const [number, { compress }] of COMPRESSIONS) {
    if (number === NONE) continue;
    const codec = { compress: ({ buffer }: { buffer: Buffer }) => compress(buffer) };
    Object.assign(kafkajs.CompressionCodecs, { [number]: () => codec });
  }
}
