/** Parses a whole number of at least `least`; undefined if invalid. */
export const wholeNumber = (value: unknown, least: number): number | undefined => {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) && number >= least ? number : undefined;
};
