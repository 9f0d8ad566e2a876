import kafkajs from 'kafkajs';
import { COMPRESSIONS } from '../records/compression.ts';

const NO_COMPRESSION = 0;

/** Lets producers compress with every codec. kafkajs itself only supports gzip. */
export function addCompressors(): void {
  for (const [number, { compress }] of COMPRESSIONS) {
    if (number === NO_COMPRESSION) continue;
    const codec = { compress: ({ buffer }: { buffer: Buffer }) => compress(buffer) };
    Object.assign(kafkajs.CompressionCodecs, { [number]: () => codec });
  }
}
