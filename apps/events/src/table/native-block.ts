/** Texts of at most so many characters are copied one by one: a call into Node takes as long. */
const SHORT = 40;
/** No UTF-16 unit takes more bytes, and no length takes more. */
const BYTES_A_UNIT = 3;
const MOST_LENGTH_BYTES = 5;
const TWO_TO_32 = 2 ** 32;

/** Bytes that a length takes: seven bits each. */
const lengthBytes = (value: number): number => Math.ceil((32 - Math.clz32(value | 1)) / 7);

/**
 * Writes a block of ClickHouse's Native format: columns of values as ClickHouse holds them, which it takes without reading text. Its bytes
 * are taken piece by piece; the buffer is used again for the next piece.
 */
export class NativeBlock {
  private bytes = Buffer.allocUnsafeSlow(64 * 1024);
  private at = 0;

  begin(columns: number, rows: number): void {
    this.length(columns);
    this.length(rows);
  }

  /** Begins a column. Its values follow, one of each row. */
  column(name: string, type: string): void {
    this.text(name);
    this.text(type);
  }

  /** Number of bytes since the last {@link take}. */
  get size(): number {
    return this.at;
  }

  /** A copy of what was written since the last one. */
  take(): Buffer {
    const taken = Buffer.from(this.bytes.subarray(0, this.at));
    this.at = 0;
    return taken;
  }

  uint8(value: number): void {
    this.reserve(1);
    this.bytes[this.at] = value;
    this.at += 1;
  }

  uint16(value: number): void {
    this.reserve(2);
    this.at = this.bytes.writeUInt16LE(value, this.at);
  }

  uint32(value: number): void {
    this.reserve(4);
    this.at = this.bytes.writeUInt32LE(value, this.at);
  }

  /** @param value - not negative, below 2^53. */
  uint64(value: number): void {
    this.halves(Math.floor(value / TWO_TO_32), value % TWO_TO_32);
  }

  /** A number of 64 bits by its halves, signed or not. */
  halves(high: number, low: number): void {
    this.reserve(8);
    this.at = this.bytes.writeUInt32LE(high >>> 0, this.bytes.writeUInt32LE(low >>> 0, this.at));
  }

  /** Text as UTF-8, after its length. */
  text(value: string): void {
    const { length } = value;
    this.reserve(length * BYTES_A_UNIT + MOST_LENGTH_BYTES);
    if (length <= SHORT && this.ascii(value)) return;
    const from = this.at;
    this.length(length);
    const begin = this.at;
    const size = this.bytes.write(value, begin);
    if (size > length) {
      this.at = from + lengthBytes(size);
      if (this.at > begin) this.bytes.copyWithin(this.at, begin, begin + size);
      this.at = from;
      this.length(size);
    }
    this.at += size;
  }

  private length(value: number): void {
    this.reserve(MOST_LENGTH_BYTES);
    let rest = value;
    for (; rest > 127; rest >>>= 7) this.bytes[this.at++] = (rest & 127) | 128;
    this.bytes[this.at++] = rest;
  }

  /** Writes a short text. Returns false, and leaves everything as it was, if the text is not ASCII. */
  private ascii(value: string): boolean {
    const { bytes } = this;
    const { length } = value;
    const begin = this.at + 1;
    for (let index = 0; index < length; index += 1) {
      const unit = value.charCodeAt(index);
      if (unit > 127) return false;
      bytes[begin + index] = unit;
    }
    bytes[this.at] = length;
    this.at = begin + length;
    return true;
  }

  private reserve(size: number): void {
    if (this.at + size <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.at + size));
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
  }
}
