/** Returns the percentile `share` (0 to 1) of the values by nearest rank, or NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const round = (value: number, digits = 1): number => Number(value.toFixed(digits));

/** Returns a value as a multiple of its baseline, rounded to two decimals, or to three below 0.1. */
export const ratio = (value: number, baseline: number): number =>
  round(value / baseline, value < baseline / 10 ? 3 : 2);

type Parts = Record<string, (round: number) => Promise<unknown>>;
type Rounds<Of extends Parts> = { [Name in keyof Of]: Awaited<ReturnType<Of[Name]>>[] };

/**
 * Runs each part once per round, one after the other. Each round begins with a different part, so that other work on the machine
 * affects all parts equally.
 * @param prepare runs before each round.
 */
export async function inTurns<Of extends Parts>(
  rounds: number,
  parts: Of,
  prepare: (round: number) => Promise<void> = async () => undefined,
): Promise<Rounds<Of>> {
  const entries = Object.entries(parts);
  const results: Record<string, unknown[]> = Object.fromEntries(entries.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    await prepare(round);
    const first = round % entries.length;
    for (const [name, run] of [...entries.slice(first), ...entries.slice(0, first)])
      results[name]?.push(await run(round));
  }
  return results as Rounds<Of>;
}
