import { nameOf, valueOf } from '@portico/contracts/query/print';
import { equal } from '@portico/contracts/query/edit';

const MAX_PATH_DEPTH = 8;

/** A field in `details`. `name` is its path in the syntax of a query; `values` are in the syntax of a query, too. */
export type DetailsField = { path: readonly string[]; name: string; values: readonly string[] };
type FoundField = { path: readonly string[]; values: Set<string> };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The value in the syntax of a query. */
const detailsValue = (value: unknown): string =>
  typeof value === 'string' ? valueOf(equal('details', value, ['x'])) : String(value);

/** Adds the fields in `value` to `found`, by name. */
function collect(value: unknown, path: readonly string[], found: Map<string, FoundField>) {
  if (path.length > MAX_PATH_DEPTH) return;
  if (Array.isArray(value)) for (const entry of value) collect(entry, path, found);
  else if (isObject(value)) for (const [name, inner] of Object.entries(value)) collect(inner, [...path, name], found);
  else if (path.length > 0 && value !== '' && value !== undefined) {
    const name = nameOf({ field: 'details', path });
    const values = found.get(name)?.values ?? new Set();
    found.set(name, { path, values: values.add(detailsValue(value)) });
  }
}

/** The fields in the details of events, the most frequent field first. Excludes the message, which queries have a field for. */
export function detailsFields(details: readonly object[]): DetailsField[] {
  const counts = new Map<string, FoundField & { count: number }>();
  for (const one of details) {
    const found = new Map<string, FoundField>();
    collect({ ...one, message: undefined }, [], found);
    for (const [name, { path, values }] of found) {
      const known = counts.get(name) ?? { path, values: new Set(), count: 0 };
      counts.set(name, { path, values: new Set([...known.values, ...values]), count: known.count + 1 });
    }
  }
  return [...counts]
    .toSorted(([a, one], [b, other]) => other.count - one.count || a.localeCompare(b))
    .map(([name, { path, values }]) => ({ path, name, values: [...values] }));
}
