import { MalformedRequest } from '../protocol/reader.ts';
import { slabs } from '../storage/slab-pool.ts';

const SIZE_BYTES = 4;

/**
 * Cuts a stream into Kafka's size-prefixed frames. A frame that came in one piece is passed on without copying; others
 * are joined in a slab, which is returned after the frame was served.
 */
export class FrameSplitter {
  /** Longest frame that is accepted from now on. */
  maxBytes: number;
  private pieces: Buffer[] = [];
  private held = 0;
  /** Length of the frame that is being received, -1 while its size has not come whole. */
  private expected = -1;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** The frames that `chunk` completes; throws `MalformedRequest` for a size that no request has. */
  push(chunk: Buffer): Buffer[] {
    this.pieces.push(chunk);
    this.held += chunk.length;
    const frames: Buffer[] = [];
    for (let frame = this.next(); frame !== undefined; frame = this.next()) frames.push(frame);
    return frames;
  }

  private next(): Buffer | undefined {
    if (this.expected < 0) {
      if (this.held < SIZE_BYTES) return undefined;
      this.expected = this.take(SIZE_BYTES).readInt32BE();
      if (this.expected < 0 || this.expected > this.maxBytes)
        throw new MalformedRequest(`a frame of ${this.expected} bytes`);
    }
    if (this.held < this.expected) return undefined;
    const frame = this.take(this.expected);
    this.expected = -1;
    return frame;
  }

  /** Takes `length` bytes, which are there; joined at most once, however many pieces they came in. */
  private take(length: number): Buffer {
    this.held -= length;
    const [first] = this.pieces;
    if (first !== undefined && first.length >= length) return this.takeFromFirst(first, length);
    const whole = slabs.take(length);
    for (let filled = 0; filled < length;) {
      const piece = this.pieces[0] ?? whole;
      filled += this.takeFromFirst(piece, Math.min(piece.length, length - filled)).copy(whole, filled);
    }
    return whole;
  }

  private takeFromFirst(first: Buffer, length: number): Buffer {
    if (first.length === length) this.pieces.shift();
    else this.pieces[0] = first.subarray(length);
    return first.subarray(0, length);
  }
}
