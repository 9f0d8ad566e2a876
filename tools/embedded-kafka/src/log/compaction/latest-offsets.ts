import { hash } from 'node:crypto';

/** Keys up to this long are kept as they are, longer ones by their hash: an entry never costs more than about 100 bytes. */
const MAX_PLAIN_KEY_BYTES = 24;
/** About 25 MB. More keys than this are compacted in several passes. */
const MAX_KEYS = 250_000;

/** The last offset of each key, as far as there is room. */
export class LatestOffsets {
  private readonly offsets = new Map<string, number>();
  private readonly maxKeys: number;

  constructor(maxKeys = MAX_KEYS) {
    this.maxKeys = maxKeys;
  }

  get isFull(): boolean {
    return this.offsets.size >= this.maxKeys;
  }

  note(key: Buffer, offset: number): void {
    this.offsets.set(identify(key), offset);
  }

  /** Whether a later record has the same key. */
  supersedes(key: Buffer, offset: number): boolean {
    return (this.offsets.get(identify(key)) ?? -1) > offset;
  }
}

/** A hash is longer than any plain key, so the two never meet. */
function identify(key: Buffer): string {
  return key.length <= MAX_PLAIN_KEY_BYTES ? key.toString('latin1') : hash('sha256', key, 'base64');
}
