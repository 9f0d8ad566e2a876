const INITIAL_BYTES = 256;
/** Minimum size of a byte string that the writer passes on without copying it. */
const PASS_THROUGH_BYTES = 1024;

/**
 * Writes Kafka's primitive types into a list of buffers, ready for one vectored socket write. The buffers are not from Node's pool,
 * because a response of 50 bytes that lives long would keep 8 KiB of the pool in memory.
 */
export class Writer {
  readonly version: number;
  readonly flexible: boolean;
  private readonly done: Buffer[] = [];
  private doneBytes = 0;
  private buffer: Buffer;
  private start = 0;
  private position = 0;

  constructor(version = 0, flexible = false) {
    this.version = version;
    this.flexible = flexible;
    this.buffer = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  }

  get byteLength(): number {
    return this.doneBytes + this.position - this.start;
  }

  /** Returns the written chunks, in order. The caller must not use the writer afterwards. */
  chunks(): Buffer[] {
    this.seal();
    return this.done;
  }

  private seal(): void {
    if (this.position === this.start) return;
    this.done.push(this.buffer.subarray(this.start, this.position));
    this.doneBytes += this.position - this.start;
    this.start = this.position;
  }

  private reserve(length: number): number {
    if (this.position + length > this.buffer.length) {
      this.seal();
      this.buffer = Buffer.allocUnsafeSlow(Math.max(length, Math.min(this.buffer.length * 2, 65_536)));
      this.start = 0;
      this.position = 0;
    }
    const at = this.position;
    this.position += length;
    return at;
  }

  int8(value: number): void {
    const at = this.reserve(1);
    this.buffer.writeInt8(value, at);
  }

  int16(value: number): void {
    const at = this.reserve(2);
    this.buffer.writeInt16BE(value, at);
  }

  int32(value: number): void {
    const at = this.reserve(4);
    this.buffer.writeInt32BE(value, at);
  }

  int64(value: number): void {
    const at = this.reserve(8);
    const high = Math.floor(value / 0x1_0000_0000);
    this.buffer.writeInt32BE(high, at);
    this.buffer.writeUInt32BE(value - high * 0x1_0000_0000, at + 4);
  }

  unsignedVarint(value: number): void {
    let rest = value;
    while (rest > 0x7f) {
      const at = this.reserve(1);
      this.buffer[at] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    const at = this.reserve(1);
    this.buffer[at] = rest;
  }

  utf8(text: string, byteLength: number): void {
    const at = this.reserve(byteLength);
    this.buffer.write(text, at, byteLength, 'utf8');
  }

  /** Appends bytes. A large buffer is not copied, so it must not change before the response is sent. */
  bytes(source: Buffer): void {
    if (source.length >= PASS_THROUGH_BYTES) {
      this.seal();
      this.done.push(source);
      this.doneBytes += source.length;
      return;
    }
    const at = this.reserve(source.length);
    source.copy(this.buffer, at);
  }
}
