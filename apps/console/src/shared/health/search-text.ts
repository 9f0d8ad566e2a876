/* Search values are plain text in the URL, so that people can read and write them. The router's default parser would turn a search
   for `404`, or a numeric code from a provider, into a number. */

export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

export const stringifySearch = (search: Record<string, string | number | undefined>): string => {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value !== undefined) text.set(name, String(value));
  return text.size === 0 ? '' : `?${text}`;
};
