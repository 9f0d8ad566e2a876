/*
 * Search values are plain text in the address, so that people can read and write them. The router's own parser would
 * make a number of a search for `404`, and of a provider's code that happens to be digits.
 */

export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

export const stringifySearch = (search: Record<string, string | number | undefined>): string => {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value !== undefined) text.set(name, String(value));
  return text.size === 0 ? '' : `?${text}`;
};
