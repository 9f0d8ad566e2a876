import { join } from 'node:path';
import { readFileIfPresent, writeFileAtomic } from '../storage/atomic-file.ts';

const BLOCK = 1_000;

/** Issues producer ids that are unique in a data folder: it reserves a block on disk before it uses the first id of it. */
export class ProducerIds {
  private readonly path: string;
  private next: number;
  private reservedUpTo: number;

  constructor(folder: string) {
    this.path = join(folder, 'producer-ids.json');
    const bytes = readFileIfPresent(this.path);
    this.next = bytes === undefined ? 0 : (JSON.parse(bytes.toString('utf8')) as { next: number }).next;
    this.reservedUpTo = this.next;
  }

  take(): number {
    if (this.next >= this.reservedUpTo) {
      writeFileAtomic(this.path, JSON.stringify({ next: this.next + BLOCK }), true);
      this.reservedUpTo = this.next + BLOCK;
    }
    return this.next++;
  }
}
