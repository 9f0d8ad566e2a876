import { REJECTED_DAYS } from '@portico/contracts/http/rejected-events';

/** A count per day, today last. The oldest, partial day is merged into the next one. */
export function toDays(ages: Iterable<readonly [age: number, count: number]>): number[] {
  const days = Array.from({ length: REJECTED_DAYS }, () => 0);
  for (const [age, count] of ages) {
    const index = REJECTED_DAYS - 1 - Math.min(Math.max(age, 0), REJECTED_DAYS - 1);
    days[index] = (days[index] ?? 0) + count;
  }
  return days;
}
