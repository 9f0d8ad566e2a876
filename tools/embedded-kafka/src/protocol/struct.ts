import type { Reader } from './reader.ts';
import type { Type } from './types.ts';
import type { Writer } from './writer.ts';

/** A field that only some versions contain. In other versions, reading returns the default and writing skips the field. */
interface Versioned<R, W> extends Type<R, W | undefined> {
  readonly optional: true;
}

export function between<R, W>(since: number, until: number, type: Type<R, W>, fallback: R & W): Versioned<R, W> {
  const present = (version: number): boolean => version >= since && version <= until;
  return {
    optional: true,
    read: (reader) => (present(reader.version) ? type.read(reader) : fallback),
    write(writer, value) {
      if (present(writer.version)) type.write(writer, value === undefined ? fallback : value);
    },
  };
}

export function since<R, W>(version: number, type: Type<R, W>, fallback: R & W): Versioned<R, W> {
  return between(version, Number.MAX_SAFE_INTEGER, type, fallback);
}

export function until<R, W>(version: number, type: Type<R, W>, fallback: R & W): Versioned<R, W> {
  return between(0, version, type, fallback);
}

type Fields = Readonly<Record<string, Type<unknown, never>>>;
type WriteOf<T> = T extends { write(writer: Writer, value: infer W): void } ? W : never;
type OptionalKeys<F extends Fields> = { [K in keyof F]: F[K] extends { optional: true } ? K : never }[keyof F];
type ReadFields<F extends Fields> = { [K in keyof F]: F[K] extends Type<infer R, never> ? R : never };
type WriteFields<F extends Fields> = { readonly [K in Exclude<keyof F, OptionalKeys<F>>]: WriteOf<F[K]> } & {
  readonly [K in OptionalKeys<F>]?: WriteOf<F[K]>;
};

/** A structure of fields in wire order. In flexible versions tagged fields follow, which the broker always leaves empty. */
export function struct<F extends Fields>(fields: F): Type<ReadFields<F>, WriteFields<F>> {
  const entries = Object.entries(fields);
  return {
    read(reader: Reader): ReadFields<F> {
      const value: Record<string, unknown> = {};
      for (const [name, type] of entries) value[name] = type.read(reader);
      if (reader.flexible) reader.skipTaggedFields();
      return value as ReadFields<F>;
    },
    write(writer: Writer, value: WriteFields<F>): void {
      const values = value as Readonly<Record<string, never>>;
      for (const [name, type] of entries) type.write(writer, values[name] as never);
      if (writer.flexible) writer.unsignedVarint(0);
    },
  };
}
