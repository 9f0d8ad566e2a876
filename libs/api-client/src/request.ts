import { hasDotSegment, NO_DOT_SEGMENT } from '@portico/contracts/common/dot-segments';
import { labelOf } from '@portico/contracts/common/wording';
import { refused } from './api-error.ts';

type Values = Readonly<Record<string, unknown>>;

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * Replaces `{name}` in a contract's path.
 * @throws TypeError when a value is missing
 * @throws ApiError when `new URL` or a proxy would turn the value into another path
 */
const fillPath = (path: string, params: Values): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (isBlank(value)) throw new TypeError(`${path}: no value for {${name}}`);
    const text = String(value);
    if (hasDotSegment(text)) throw refused(name, `${labelOf([name])} should ${NO_DOT_SEGMENT}`);
    return encodeURIComponent(text);
  });

/** Returns the URL of a call. Empty query values are omitted, except `search`. A list becomes one comma-separated value. */
export const addressOf = (baseUrl: string, path: string, params: Values = {}, query: Values = {}): string => {
  const url = new URL(baseUrl.replace(/\/$/, '') + fillPath(path, params));
  for (const [name, value] of Object.entries(query))
    if (!isBlank(value) || (name === 'search' && value === '')) url.searchParams.set(name, String(value));
  return url.href;
};
