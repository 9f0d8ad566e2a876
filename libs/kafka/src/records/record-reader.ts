import type { Limits } from './limits.ts';

type Headers = Record<string, Buffer | Buffer[]>;

/** A record within its batch. `excess`: the limit that the record exceeds, or null. A record with an excess has no key or headers. */
type RawRecord = {
  offsetDelta: number;
  timestampDelta: number;
  key: Buffer | null;
  value: Buffer | null;
  headers: Headers;
  excess: string | null;
};

/** Reads uncompressed records one after the other. Keys and values are views of the batch's memory, not copies. */
export class RecordReader {
  private readonly bytes: Buffer;
  private readonly limits: Limits;
  private at = 0;

  constructor(bytes: Buffer, limits: Limits) {
    this.bytes = bytes;
    this.limits = limits;
  }

  /** @throws RangeError when the record is malformed. */
  next(): RawRecord {
    const length = this.varint();
    const end = this.at + length;
    if (length < 0 || end > this.bytes.length) throw cutShort();
    this.at += 1; // skip the record's attributes, which Kafka does not use yet
    const timestampDelta = this.varint();
    const offsetDelta = this.varint();
    const key = this.field();
    const value = this.field();
    const { headers, excess } = this.headers(end);
    if (this.at !== end) throw new RangeError('a record has another length than it claims');
    const { keyBytes } = this.limits;
    const isLong = key !== null && key.length > keyBytes;
    const reason = isLong ? `the key has ${key.length} bytes, at most ${keyBytes} are read` : excess;
    if (reason === null) return { offsetDelta, timestampDelta, key, value, headers, excess: null };
    return { offsetDelta, timestampDelta, key: null, value, headers: NO_HEADERS, excess: reason };
  }

  /** Reads the headers of a record. If they exceed a limit, returns none and moves to the record's end. */
  private headers(end: number): { headers: Headers; excess: string | null } {
    const count = this.varint();
    const headers = count > 0 ? emptyHeaders() : NO_HEADERS;
    if (count > this.limits.headers) {
      this.at = end;
      return { headers, excess: `the record has ${count} headers, at most ${this.limits.headers} are read` };
    }
    const begin = this.at;
    if (end - begin > this.limits.headerBytes) {
      this.at = end;
      const excess = `the headers have ${end - begin} bytes, at most ${this.limits.headerBytes} are read`;
      return { headers, excess };
    }
    for (let index = 0; index < count; index += 1) {
      const name = this.field();
      const value = this.field();
      // Skip headers without a value: such headers carry no information, and kafkajs cannot write them.
      if (name !== null && value !== null) add(headers, name.toString(), value);
    }
    return { headers, excess: null };
  }

  /** Reads bytes that follow their length. Returns null for the length -1. */
  private field(): Buffer | null {
    const length = this.varint();
    if (length < 0) return null;
    const start = this.at;
    this.at += length;
    if (this.at > this.bytes.length) throw cutShort();
    return this.bytes.subarray(start, this.at);
  }

  /** Reads a zigzag-encoded number of up to 64 bits. */
  private varint(): number {
    let value = 0;
    for (let factor = 1, digits = 0; digits < 10; factor *= 128, digits += 1) {
      const byte = this.bytes[this.at];
      if (byte === undefined) throw cutShort();
      this.at += 1;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    }
    throw new RangeError('a number in a record is too long');
  }
}

/** Returns an object without a prototype, so that a header may have any name, such as `__proto__`. */
const emptyHeaders = (): Headers => Object.setPrototypeOf({}, null);
/** Most records have no headers, and share this object. */
const NO_HEADERS = Object.freeze(emptyHeaders());

/** The values of a repeated name become a list, as in kafkajs. */
function add(headers: Headers, name: string, value: Buffer): void {
  const known = headers[name];
  if (known === undefined) headers[name] = value;
  else if (Array.isArray(known)) known.push(value);
  else headers[name] = [known, value];
}

const cutShort = (): RangeError => new RangeError('a record ends too early');
