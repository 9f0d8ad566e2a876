import { isJsonObject } from '@portico/contracts/common/json-text';

/** Deeper values count as different. Events are never deeper. */
const MAX_DEPTH = 200;

/** Whether two parsed JSON values are equal by RFC 6902: numbers by value, objects without order. */
export function sameJson(a: unknown, b: unknown, left = MAX_DEPTH): boolean {
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
