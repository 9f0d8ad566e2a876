import { nameOf, valueOf } from '@portico/contracts/query/print';
import { equal } from '@portico/contracts/query/edit';

/** Maximum depth of a path. */
const MAX_DEPTH = 8;

export type DetailsField = { path: readonly string[]; name: string; values: readonly string[] };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The value in the syntax of a query. */
const detailsValue = (value: unknown): string =>
  typeof value === 'string' ? valueOf(equal('details', value, ['x'])) : String(value);

function collect(
  value: unknown,
  path: readonly string[],
  found: Map<string, Set<string>>,
  paths: Map<string, readonly string[]>,
) {
  if (path.length > MAX_DEPTH) return;
  if (Array.isArray(value)) for (const entry of value) collect(entry, path, found, paths);
  else if (isObject(value))
    for (const [name, inner] of Object.entries(value)) collect(inner, [...path, name], found, paths);
  else if (path.length > 0 && value !== '' && value !== undefined) {
    const name = nameOf({ field: 'details', path });
    paths.set(name, path);
    found.set(name, (found.get(name) ?? new Set()).add(detailsValue(value)));
  }
}

/** The fields in `details` with their values, the most frequent field first. The message is excluded, because it has its own field. */
export function detailsFields(details: readonly object[]): DetailsField[] {
  const counts = new Map<string, { path: readonly string[]; values: Set<string>; count: number }>();
  for (const one of details) {
    const found = new Map<string, Set<string>>();
    const paths = new Map<string, readonly string[]>();
    collect({ ...one, message: undefined }, [], found, paths);
    for (const [name, path] of paths) {
      const known = counts.get(name) ?? { path, values: new Set(), count: 0 };
      for (const value of found.get(name) ?? []) known.values.add(value);
      counts.set(name, { ...known, count: known.count + 1 });
    }
  }
  return [...counts]
    .toSorted(([a, one], [b, other]) => other.count - one.count || a.localeCompare(b))
    .map(([name, { path, values }]) => ({ path, name, values: [...values] }));
}
