/** Thrown when bytes do not form a valid request. The broker then closes the connection. */
export class MalformedRequest extends Error {
  override name = 'MalformedRequest';
}

/**
 * Maximum array elements in a request. An element of one or two bytes on the wire takes far more memory in the broker, so the
 * frame's size does not limit how much memory a hostile request can allocate.
 */
const MAX_ELEMENTS = 200_000;

/** Reads Kafka's primitive types from one frame. Every read is bounds-checked. Slices share memory with the frame. */
export class Reader {
  readonly version: number;
  readonly flexible: boolean;
  private readonly buffer: Buffer;
  private position: number;
  private elements = 0;

  constructor(buffer: Buffer, version = 0, flexible = false, position = 0) {
    this.buffer = buffer;
    this.version = version;
    this.flexible = flexible;
    this.position = position;
  }

  get remaining(): number {
    return this.buffer.length - this.position;
  }

  withVersion(version: number, flexible: boolean): Reader {
    return new Reader(this.buffer, version, flexible, this.position);
  }

  private advance(length: number): number {
    const start = this.position;
    if (length < 0 || length > this.buffer.length - start) {
      throw new MalformedRequest(`${length} bytes needed at ${start}, ${this.remaining} left`);
    }
    this.position = start + length;
    return start;
  }

  int8(): number {
    return this.buffer.readInt8(this.advance(1));
  }

  int16(): number {
    return this.buffer.readInt16BE(this.advance(2));
  }

  int32(): number {
    return this.buffer.readInt32BE(this.advance(4));
  }

  /** Reads 64 bits as a number: exact up to 2^53, which offsets and times in milliseconds never reach. */
  int64(): number {
    const start = this.advance(8);
    return this.buffer.readInt32BE(start) * 0x1_0000_0000 + this.buffer.readUInt32BE(start + 4);
  }

  unsignedVarint(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.buffer.readUInt8(this.advance(1));
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) {
        if (value > 0xffff_ffff) break;
        return value;
      }
    }
    throw new MalformedRequest('varint longer than 32 bits');
  }

  slice(length: number): Buffer {
    const start = this.advance(length);
    return this.buffer.subarray(start, start + length);
  }

  utf8(length: number): string {
    const start = this.advance(length);
    return this.buffer.toString('utf8', start, start + length);
  }

  /** Returns an array's length. Rejects an array that is longer than the rest of the frame, or that exceeds `MAX_ELEMENTS`. */
  arrayLength(length: number): number {
    this.elements += length;
    if (length > this.remaining || this.elements > MAX_ELEMENTS) {
      throw new MalformedRequest(`array of ${length} elements in ${this.remaining} bytes`);
    }
    return length;
  }

  /** Skips tagged fields. They are optional, and a one-node cluster needs none of the fields that clients send. */
  skipTaggedFields(): void {
    for (let count = this.unsignedVarint(); count > 0; count--) {
      this.unsignedVarint();
      this.advance(this.unsignedVarint());
    }
  }
}
