/** A whole number in an address, at least so large; anything else counts as absent. */
export const wholeNumber = (value: unknown, least: number): number | undefined => {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) && number >= least ? number : undefined;
};
