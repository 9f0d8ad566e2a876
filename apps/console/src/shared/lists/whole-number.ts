/** Parses a whole number of at least `minimum`; undefined if invalid. */
export const wholeNumber = (value: unknown, minimum: number): number | undefined => {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) && number >= minimum ? number : undefined;
};
