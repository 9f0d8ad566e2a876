import { StripeFault } from './fault.ts';

type Found = object | undefined;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** `value` with the reference at `path` replaced by the object that `find` returns for its id. Applies to each element of a list. */
const expandPath = (value: unknown, path: readonly string[], find: (id: string) => Found, whole: string): unknown => {
  const [name, ...rest] = path;
  if (name === undefined) return typeof value === 'string' ? (find(value) ?? value) : value;
  if (Array.isArray(value)) return value.map((row: unknown) => expandPath(row, path, find, whole));
  const holder = typeof value === 'string' ? find(value) : value;
  if (!isObject(holder) || !(name in holder)) {
    if (holder === null) return null;
    throw new StripeFault(400, `This property cannot be expanded (${whole}).`, { param: 'expand' });
  }
  return { ...holder, [name]: expandPath(holder[name], rest, find, whole) };
};

/**
 * Expands each of Stripe's `expand` paths, e.g. `data.default_price`.
 * @throws StripeFault for an invalid path.
 */
export const expand = (answer: unknown, paths: readonly string[], find: (id: string) => Found): unknown =>
  paths.reduce((expanded, path) => expandPath(expanded, path.split('.'), find, path), answer);
