const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** The text, or its first `max` UTF-16 code units. It never ends with half of a surrogate pair. */
export const cutText = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, isFirstHalf(text.charCodeAt(max - 1)) ? max - 1 : max);
