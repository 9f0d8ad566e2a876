import type { EventMinute } from '@portico/contracts/http/event-minutes';
import type { RuleView } from '@portico/contracts/http/rules';

export const MINUTE = 60_000;

/**
 * The condition of an alert on a view. `ViewWatch` and the preview share the pure functions of this file, which evaluate counts per
 * minute. All times are whole minutes since 1970. A window is identified by its end: window 100 of a 5-minute condition contains the
 * minutes 95 to 99.
 */
export type Condition = Pick<RuleView, 'when' | 'count' | 'minutes' | 'clock' | 'grace'>;

/** `holds`: whether the condition holds at `to`, the last evaluated window. */
export type ViewState = { holds: boolean; to: number };
export type ViewChange = { holds: boolean; end: number; found: number };
/** `since`: start of the rule; with `when: 'none'`, a window must not begin earlier. `completeTo`: last window without missing events. */
export type Period = { since: number; completeTo: number };

/** Returns the minutes between the end of a window and its evaluation: the grace for late events if the rule counts by occurrence. */
const graceOf = ({ clock, grace }: Condition): number => (clock === 'happened' ? grace : 0);

export const firstMinuteOf = (condition: Condition, window: number): number =>
  window - graceOf(condition) - condition.minutes;

/** Returns the first and the last window that count the events. For events that arrived after the grace, last is less than first. */
const windowsOf = (condition: Condition, { arrived, happened }: EventMinute): [first: number, last: number] => {
  const grace = graceOf(condition);
  const minute = condition.clock === 'happened' ? happened : arrived;
  return [Math.max(minute + grace, arrived) + 1, minute + grace + condition.minutes];
};

/** Yields the number of events of each window, starting with the window `first`. */
function* totals(condition: Condition, counts: readonly EventMinute[], first: number): Generator<number, never> {
  const steps = new Map<number, number>();
  const add = (window: number, count: number) => steps.set(window, (steps.get(window) ?? 0) + count);
  for (const minute of counts) {
    const [from, to] = windowsOf(condition, minute);
    if (to < Math.max(from, first)) continue;
    add(Math.max(from, first), minute.count);
    add(to + 1, -minute.count);
  }
  for (let window = first, total = 0; ; window += 1) {
    total += steps.get(window) ?? 0;
    yield total;
  }
}

/**
 * Yields the changes after `state`, in order. A window that is still open yields a change as soon as no later event can undo the
 * change: when the count is exceeded, or when the first event arrives after a time without events.
 */
export function* viewChanges(
  condition: Condition,
  state: ViewState,
  counts: readonly EventMinute[],
  { since, completeTo }: Period,
): Generator<ViewChange> {
  const { when, count, clock } = condition;
  const inWindow = totals(condition, counts, state.to + 1);
  const lastOpen = clock === 'arrived' ? completeTo + 1 : completeTo;
  let { holds } = state;
  for (let end = state.to + 1; end <= lastOpen; end += 1) {
    const found = inWindow.next().value;
    const isOpen = end > completeTo;
    const mayBeNone = holds || (!isOpen && firstMinuteOf(condition, end) >= since);
    const next = when === 'more' ? found > count || (holds && isOpen) : found === 0 && mayBeNone;
    if (next === holds) continue;
    holds = next;
    yield { holds, end, found };
  }
}

/** Returns the longest delay from occurrence to arrival of a window's events, in milliseconds. */
export const delayIn = (condition: Condition, counts: readonly EventMinute[], window: number): number =>
  counts.reduce((longest, minute) => {
    const [first, last] = windowsOf(condition, minute);
    return first <= window && window <= last ? Math.max(longest, minute.delay) : longest;
  }, 0);
