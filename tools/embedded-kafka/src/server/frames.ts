import { MalformedRequest } from '../protocol/reader.ts';
import { slabs } from '../storage/slab-pool.ts';

const SIZE_BYTES = 4;

/**
 * Splits a stream into Kafka's size-prefixed frames. A frame that arrived in one piece is not copied. Other frames are joined in a
 * slab, which the caller must release after handling the frame.
 */
export class FrameSplitter {
  maxBytes: number;
  private pieces: Buffer[] = [];
  private held = 0;
  /** Length of the frame being received; -1 until its whole size has arrived. */
  private expected = -1;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** Returns the frames that `chunk` completes. @throws MalformedRequest for an invalid size. */
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

  /** Removes and returns the first `length` received bytes. Joins their pieces at most once. */
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
