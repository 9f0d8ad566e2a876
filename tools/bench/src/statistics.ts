/** The value below which `share` (0 to 1) of the values lie, by nearest rank. NaN for no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** To so many digits after the point. */
export const round = (value: number, digits = 1): number => Number(value.toFixed(digits));
