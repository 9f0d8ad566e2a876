import { REJECTED_DAYS } from '@portico/contracts/http/rejected-events';

/** A count for each day, today last. The oldest day is a part of one: its rows stand with the day after it. */
export function toDays(ages: Iterable<readonly [age: number, count: number]>): number[] {
  const days = Array.from({ length: REJECTED_DAYS }, () => 0);
  for (const [age, count] of ages) {
    const index = REJECTED_DAYS - 1 - Math.min(Math.max(age, 0), REJECTED_DAYS - 1);
    days[index] = (days[index] ?? 0) + count;
  }
  return days;
}
