import { isJsonObject } from '@portico/contracts/common/json-text';

/** Deeper values are no event's: they are taken to differ. */
const DEEPEST = 200;

/** Whether two values that were read from JSON are equal as RFC 6902 has it: numbers by number, objects without order. */
export function sameJson(a: unknown, b: unknown, left = DEEPEST): boolean {
  if (a === b) return true;
  if (left === 0) return false;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((one, index) => sameJson(one, b[index], left - 1));
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameJson(a[name], b[name], left - 1))
  );
}
