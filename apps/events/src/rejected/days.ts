import { REJECTED_DAYS } from '@portico/contracts/http/rejected-events';

/** Returns a count per day, with today last. Adds older counts to the oldest day. */
export function toDays(ages: Iterable<readonly [age: number, count: number]>): number[] {
  const days = Array.from({ length: REJECTED_DAYS }, () => 0);
  for (const [age, count] of ages) {
    const index = REJECTED_DAYS - 1 - Math.min(Math.max(age, 0), REJECTED_DAYS - 1);
    days[index] = (days[index] ?? 0) + count;
  }
  return days;
}
