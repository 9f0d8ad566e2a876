/** Maximum characters of a text that is copied character by character. For texts up to this length, a call into Node is not faster. */
const SHORT = 40;
/** Maximum bytes of a UTF-16 unit in UTF-8. */
const BYTES_A_UNIT = 3;
/** Maximum bytes of an encoded length. */
const MAX_LENGTH_BYTES = 5;
const TWO_TO_32 = 2 ** 32;

/** Number of bytes of an encoded length. Each byte has seven bits. */
const lengthBytes = (value: number): number => Math.ceil((32 - Math.clz32(value | 1)) / 7);

/**
 * Writes a block in ClickHouse's Native format: columns of binary values, which ClickHouse stores without parsing text. The caller takes
 * the bytes piece by piece, and the buffer is reused for the next piece.
 */
export class NativeBlock {
  private bytes = Buffer.allocUnsafeSlow(64 * 1024);
  private at = 0;

  begin(columns: number, rows: number): void {
    this.length(columns);
    this.length(rows);
  }

  /** Begins a column. The column's values follow, one for each row. */
  column(name: string, type: string): void {
    this.text(name);
    this.text(type);
  }

  /** Number of bytes since the last {@link take}. */
  get size(): number {
    return this.at;
  }

  /** Returns a copy of the bytes written since the last call. */
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

  /** Writes a 64-bit number from its two halves, which may be signed or unsigned. */
  halves(high: number, low: number): void {
    this.reserve(8);
    this.at = this.bytes.writeUInt32LE(high >>> 0, this.bytes.writeUInt32LE(low >>> 0, this.at));
  }

  /** Writes a text as UTF-8, after its length. */
  text(value: string): void {
    const { length } = value;
    this.reserve(length * BYTES_A_UNIT + MAX_LENGTH_BYTES);
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
    this.reserve(MAX_LENGTH_BYTES);
    let rest = value;
    for (; rest > 127; rest >>>= 7) this.bytes[this.at++] = (rest & 127) | 128;
    this.bytes[this.at++] = rest;
  }

  /** Writes a short ASCII text. Returns false and keeps the position if the text is not ASCII. */
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
