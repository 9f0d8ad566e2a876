import { round } from '../statistics.ts';
import type { Target, Written } from './targets.ts';

/** `value` is missing when its benchmark did not end, or did not measure it. */
export type Outcome = {
  benchmark: string;
  title: string;
  unit: string;
  wanted: number;
  isAtLeast: boolean;
  value?: number;
  isReached: boolean;
};

/** A target beside what its benchmark has written. */
export function outcomeOf({ of, isAtLeast = false, ...target }: Target, written: Written | undefined): Outcome {
  const value = valueOf(of, written);
  if (value === undefined) return { ...target, isAtLeast, isReached: false };
  return { ...target, isAtLeast, value, isReached: isAtLeast ? value >= target.wanted : value <= target.wanted };
}

function valueOf(of: Target['of'], written: Written | undefined): number | undefined {
  if (written === undefined) return undefined;
  try {
    const value = of(written);
    return Number.isFinite(value) ? round(value, 2) : undefined;
  } catch (error) {
    // What the benchmark writes has another shape than the target expects: that is not measured either.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

const number = (value: number): string => value.toLocaleString('en');
const wantedOf = ({ wanted, isAtLeast, unit }: Outcome): string =>
  `${isAtLeast ? 'at least' : 'at most'} ${number(wanted)} ${unit}`;
export const verdictOf = ({ value, isReached }: Outcome): string =>
  value === undefined ? 'not measured' : isReached ? 'reached' : 'missed';

/** Cells of the table, with the value that was there before where it is known. */
export const cellsOf = (outcome: Outcome, before?: number): string[] => [
  outcome.title,
  wantedOf(outcome),
  outcome.value === undefined ? '' : number(outcome.value),
  before === undefined ? '' : number(before),
  verdictOf(outcome),
];
