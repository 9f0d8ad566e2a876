import { relativeIn } from './relative-range.ts';

const UNIT_WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:m|min|mins|minutes?)$/, 'm'],
  [/^(?:h|hrs?|hours?)$/, 'h'],
  [/^(?:d|days?)$/, 'd'],
  [/^(?:w|wks?|weeks?)$/, 'w'],
];
/** Matches `-2h`, `2 hours`, `now-2h`, `last 2 hours` and `2 hours ago`. */
const AGO = /^(?:(?:last|past)\s+|now\s*)?-?\s*(?:(\d{1,4})\s*)?([a-z]+)(?:\s+ago)?$/;

const agoIn = (text: string): string | undefined => {
  const [, count = '1', word] = AGO.exec(text) ?? [];
  const unit = word === undefined ? undefined : UNIT_WORDS.find(([words]) => words.test(word))?.[1];
  return unit === undefined ? undefined : `${Number(count)}${unit}`;
};

/** Converts `last 30 minutes`, `yesterday` or `now-7d to now-1d` to the URL's form. Undefined if the text is invalid. */
export const typedRange = (typed: string): string | undefined => {
  const text = typed.trim().toLowerCase();
  if (text === 'today' || text === 'yesterday') return text;
  const [begin = '', end, more] = text.split(/\s+to\s+|\s*(?:\.\.|–)\s*/);
  if (more !== undefined) return undefined;
  const from = agoIn(begin);
  if (from === undefined || end === undefined || end === 'now') return relativeIn(from);
  const to = agoIn(end);
  return to === undefined ? undefined : relativeIn(`${from}-${to}`);
};
