import { MalformedRequest, type Reader } from './reader.ts';
import type { Writer } from './writer.ts';

/**
 * A type of the protocol: reads and writes its values. `R` is the type that `read` returns; `W` is the type that `write` takes, in which
 * fields with a default are optional. Reader and writer know the version and its encoding (KIP-482), so one schema serves every
 * version.
 */
export interface Type<R, W = R> {
  read(reader: Reader): R;
  write(writer: Writer, value: W): void;
}

export type ReadOf<T> = T extends Type<infer R, never> ? R : never;

export const bool: Type<boolean> = {
  read: (reader) => reader.int8() !== 0,
  write: (writer, value) => writer.int8(value ? 1 : 0),
};
export const int8: Type<number> = { read: (reader) => reader.int8(), write: (writer, value) => writer.int8(value) };
export const int16: Type<number> = { read: (reader) => reader.int16(), write: (writer, value) => writer.int16(value) };
export const int32: Type<number> = { read: (reader) => reader.int32(), write: (writer, value) => writer.int32(value) };
export const int64: Type<number> = { read: (reader) => reader.int64(), write: (writer, value) => writer.int64(value) };

export const uuid: Type<string> = {
  read: (reader) => reader.slice(16).toString('hex'),
  write: (writer, value) => writer.bytes(Buffer.from(value, 'hex')),
};
export const NO_UUID = '0'.repeat(32);

type Lengths = 'int16' | 'int32';

/** Reads a length; -1 means null. Compact encodings send the length plus one, and 0 for null. */
function readLength(reader: Reader, classic: Lengths): number {
  const length = reader.flexible ? reader.unsignedVarint() - 1 : reader[classic]();
  if (length < -1) throw new MalformedRequest(`length ${length}`);
  return length;
}

function writeLength(writer: Writer, classic: Lengths, length: number): void {
  if (writer.flexible) writer.unsignedVarint(length + 1);
  else writer[classic](length);
}

function notNull<T>(value: T | null): T {
  if (value === null) throw new MalformedRequest('null where a value is required');
  return value;
}

export const nullableString: Type<string | null> = {
  read(reader) {
    const length = readLength(reader, 'int16');
    return length < 0 ? null : reader.utf8(length);
  },
  write(writer, value) {
    if (value === null) return writeLength(writer, 'int16', -1);
    const length = Buffer.byteLength(value);
    writeLength(writer, 'int16', length);
    writer.utf8(value, length);
  },
};
export const string: Type<string> = {
  read: (reader) => notNull(nullableString.read(reader)),
  write: (writer, value) => nullableString.write(writer, value),
};

export const nullableBytes: Type<Buffer | null> = {
  read(reader) {
    const length = readLength(reader, 'int32');
    return length < 0 ? null : reader.slice(length);
  },
  write(writer, value) {
    writeLength(writer, 'int32', value === null ? -1 : value.length);
    if (value !== null) writer.bytes(value);
  },
};
export const bytes: Type<Buffer> = {
  read: (reader) => notNull(nullableBytes.read(reader)),
  write: (writer, value) => nullableBytes.write(writer, value),
};

/** Record batches: read as one slice of the frame, and written from several slices without joining them. */
export const records: Type<Buffer | null, readonly Buffer[]> = {
  read: nullableBytes.read,
  write(writer, slices) {
    let length = 0;
    for (const slice of slices) length += slice.length;
    writeLength(writer, 'int32', length);
    for (const slice of slices) writer.bytes(slice);
  },
};

export function nullableArray<R, W>(element: Type<R, W>): Type<R[] | null, readonly W[] | null> {
  return {
    read(reader) {
      const length = readLength(reader, 'int32');
      if (length < 0) return null;
      const values: R[] = [];
      for (let left = reader.arrayLength(length); left > 0; left--) values.push(element.read(reader));
      return values;
    },
    write(writer, values) {
      writeLength(writer, 'int32', values === null ? -1 : values.length);
      for (const value of values ?? []) element.write(writer, value);
    },
  };
}

export function array<R, W>(element: Type<R, W>): Type<R[], readonly W[]> {
  const nullable = nullableArray(element);
  return { read: (reader) => notNull(nullable.read(reader)), write: nullable.write };
}
