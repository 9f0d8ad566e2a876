import type { EventsFilter } from '../events-search.ts';

/** Whether a text has no sign and no word of the query language: it is one text to look for, as it was typed. */
export const isPlain = (text: string): boolean => !/["():]|(?:^|\s)(?:-\S|(?:OR|AND|NOT)(?:\s|$))/.test(text);

const quote = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

/** What stands in the search box: the text and the query of an address. */
export const boxText = ({ query, where }: EventsFilter): string => {
  if (query === undefined) return where ?? '';
  const text = where === undefined && isPlain(query) ? query : quote(query);
  return where === undefined ? text : `${text} ${where}`;
};
