import type { EventMinute } from '@portico/contracts/http/event-minutes';
import type { RuleView } from '@portico/contracts/http/rules';

export const MINUTE = 60_000;

/**
 * Decides when an alert on a view sends a notice: a pure function of counts by the minute, which the watch and the preview share.
 * Every number is a whole minute since 1970. A window is identified by its end: window 100 of a rule over 5 minutes has minutes 95 to
 * 99.
 */
export type Condition = Pick<RuleView, 'when' | 'count' | 'minutes' | 'clock' | 'grace'>;

/** `to`: the last evaluated window. */
export type ViewState = { holds: boolean; to: number };
/** The condition begins or stops to hold at the window `end`, which has `found` events. */
export type ViewChange = { holds: boolean; end: number; found: number };
/** `since`: start of the rule; windows of 'none' begin no earlier. `completeTo`: the last window whose events are all stored. */
export type Period = { since: number; completeTo: number };

/** Minutes between the end of a window and its evaluation: how long late events may take if the rule counts by occurrence. */
const graceOf = ({ clock, grace }: Condition): number => (clock === 'happened' ? grace : 0);

/** The first minute that this window and later ones read. */
export const firstMinuteOf = (condition: Condition, window: number): number =>
  window - graceOf(condition) - condition.minutes;

/** The first and the last window that count these events. The last is before the first for events that arrived after the grace period. */
const windowsOf = (condition: Condition, { arrived, happened }: EventMinute): [first: number, last: number] => {
  const grace = graceOf(condition);
  const minute = condition.clock === 'happened' ? happened : arrived;
  return [Math.max(minute + grace, arrived) + 1, minute + grace + condition.minutes];
};

/** The number of events in each window, from `first` on. */
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
 * The changes after `state`, in order. An open window changes as soon as no later event can undo it: when the count is exceeded, or
 * when an event arrives after none.
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

/** The longest delay from occurrence to arrival among the events of a window, in milliseconds. */
export const delayIn = (condition: Condition, counts: readonly EventMinute[], window: number): number =>
  counts.reduce((longest, minute) => {
    const [first, last] = windowsOf(condition, minute);
    return first <= window && window <= last ? Math.max(longest, minute.delay) : longest;
  }, 0);
