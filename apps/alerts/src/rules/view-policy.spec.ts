import { describe, expect, it } from '@jest/globals';
import type { EventMinute } from '@portico/contracts/http/event-minutes';
import { RuleView } from '@portico/contracts/http/rules';
import fc from 'fast-check';
import { type Condition, delayIn, MINUTE, viewChanges, type ViewState } from './view-policy.ts';
import { previewOf } from './view-preview.ts';

/** The minutes in which an event arrived and happened. */
type Event = { arrived: number; happened: number };

const viewOf = (condition: Partial<RuleView>): RuleView =>
  RuleView.parse({ name: 'Late payruns', search: {}, when: 'more', minutes: 5, ...condition });
const counted = (events: readonly Event[]): EventMinute[] =>
  [...Map.groupBy(events, ({ arrived, happened }) => `${arrived} ${happened}`).values()].map((some) => {
    const [{ arrived, happened } = { arrived: 0, happened: 0 }] = some;
    return { arrived, happened, count: some.length, delay: Math.max(0, arrived - happened) * MINUTE };
  });
const at = (arrived: number, late = 0): Event => ({ arrived, happened: arrived - late });
const times = (count: number, event: Event): Event[] => Array.from({ length: count }, () => event);

type History = { since: number; completeTo: number; holds?: boolean };
/** Lists the changes of a condition: `12` if it begins to hold at the window that ends at minute 12, `-15` if it stops at 15. */
const changes = (condition: Condition, events: readonly Event[], { since, completeTo, holds = false }: History) =>
  [...viewChanges(condition, { holds, to: since }, counted(events), { since, completeTo })].map(
    (change) => (change.holds ? 1 : -1) * change.end,
  );

describe('the policy of an alert on a view', () => {
  const more = viewOf({ when: 'more', count: 1, minutes: 5 });
  const none = viewOf({ when: 'none', minutes: 5 });
  const happened = viewOf({ when: 'more', count: 1, minutes: 5, clock: 'happened', grace: 3 });
  const noneHappened = viewOf({ when: 'none', minutes: 5, clock: 'happened', grace: 3 });

  it.each<[string, Condition, Event[], History, number[]]>([
    ['sends nothing without events', more, [], { since: 0, completeTo: 60 }, []],
    ['sends nothing if the count equals the threshold', more, [at(10)], { since: 0, completeTo: 60 }, []],
    ['begins if the count exceeds the threshold', more, [at(10), at(12)], { since: 0, completeTo: 60 }, [13, -16]],
    ['counts only events within its window', more, [at(10), at(15)], { since: 0, completeTo: 60 }, []],
    ['counts late events when they arrive', more, times(2, at(30, 25)), { since: 0, completeTo: 60 }, [31, -36]],
    ['begins while the minute is incomplete', more, times(2, at(10)), { since: 0, completeTo: 10 }, [11]],
    ['ends only after the minute is complete', more, times(2, at(10)), { since: 0, completeTo: 15 }, [11]],
    ['ignores events that arrived before it was enabled', more, [at(10), at(12)], { since: 20, completeTo: 60 }, []],
    [
      'ends if its condition held only before it was enabled',
      more,
      [],
      { since: 20, completeTo: 60, holds: true },
      [-21],
    ],
    ['waits a full window after it was enabled', none, [], { since: 10, completeTo: 14 }, []],
    ['begins after a full window without events', none, [], { since: 10, completeTo: 15 }, [15]],
    [
      'begins after a full window without events since the last event',
      none,
      [at(12)],
      { since: 10, completeTo: 60 },
      [18],
    ],
    ['ends when an event arrives', none, [at(12), at(30)], { since: 10, completeTo: 33 }, [18, -31]],
    [
      'ends when an event arrives in an incomplete minute',
      none,
      [at(12), at(30)],
      { since: 10, completeTo: 30 },
      [18, -31],
    ],
    [
      'does not begin while late events arrive',
      none,
      [12, 16, 20].map((minute) => at(minute, 20)),
      { since: 10, completeTo: 24 },
      [],
    ],
    [
      'does not begin again after a restart if its condition still holds',
      none,
      [],
      { since: 10, completeTo: 30, holds: true },
      [],
    ],
    [
      'waits for the grace period if it counts by event time',
      happened,
      times(2, at(10)),
      { since: 0, completeTo: 60 },
      [14, -19],
    ],
    [
      'counts late events within the grace period',
      happened,
      [at(10), at(15, 5)],
      { since: 0, completeTo: 60 },
      [16, -19],
    ],
    ['ignores late events after the last window', happened, times(2, at(30, 10)), { since: 0, completeTo: 60 }, []],
    [
      'waits until the minute is complete if it counts by event time',
      happened,
      times(2, at(10)),
      { since: 0, completeTo: 13 },
      [],
    ],
    ['waits a full window and the grace period without events', noneHappened, [], { since: 10, completeTo: 17 }, []],
    [
      'begins after a full window and the grace period without events',
      noneHappened,
      [],
      { since: 10, completeTo: 18 },
      [18],
    ],
  ])('%s', (_, condition, events, history, expected) => {
    expect(changes(condition, events, history)).toEqual(expected);
  });

  it('finds the longest delay between occurrence and arrival among the events of a window', () => {
    const events = counted([at(10, 34), at(11, 2), at(20, 90)]);
    expect(delayIn(more, events, 13) / MINUTE).toBe(34);
    expect(delayIn(more, events, 16) / MINUTE).toBe(2);
    expect(delayIn(more, events, 19) / MINUTE).toBe(0);
  });
});

const END = 120;
const anyCondition = fc
  .record({
    when: fc.constantFrom('more' as const, 'none' as const),
    count: fc.integer({ min: 0, max: 3 }),
    minutes: fc.integer({ min: 1, max: 12 }),
    clock: fc.constantFrom('arrived' as const, 'happened' as const),
    grace: fc.integer({ min: 0, max: 8 }),
  })
  .map(viewOf);
const anyEvents = fc.array(
  fc
    .tuple(fc.nat(END - 1), fc.oneof(fc.constant(0), fc.integer({ min: -5, max: 40 })))
    .map(([arrived, late]) => at(arrived, Math.min(late, arrived))),
  { maxLength: 40 },
);

/** Computes the changes of a condition directly from the definition in the guide. */
function byDefinition({ when, count, minutes, clock, grace }: RuleView, events: readonly Event[], since: number) {
  const wait = clock === 'happened' ? grace : 0;
  const ends: number[] = [];
  let holds = false;
  for (let end = since + 1; end <= END; end += 1) {
    const [first, last] = [end - wait - minutes, end - wait - 1];
    const found = events.filter((event) => event.arrived < end && event[clock] >= first && event[clock] <= last).length;
    const next: boolean = when === 'more' ? found > count : found === 0 && (holds || first >= since);
    if (next !== holds) ends.push(next ? end : -end);
    holds = next;
  }
  return ends;
}

describe('the notices of a rule on a view', () => {
  it('are the same as in a reference implementation, for any events', () => {
    fc.assert(
      fc.property(anyCondition, anyEvents, fc.nat(60), (view, events, since) => {
        const own = events.filter((event) => event.arrived >= since && event[view.clock] >= since);
        const all = [...viewChanges(view, { holds: false, to: since }, counted(own), { since, completeTo: END })];
        const judged = all.filter(({ end }) => end <= END).map(({ holds, end }) => (holds ? end : -end));
        expect(judged).toEqual(byDefinition(view, own, since));
      }),
    );
  });

  it('are the same as in the preview, whenever the checks run', () => {
    const looks = fc.array(fc.nat(END), { maxLength: 30 }).map((some) => some.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(anyCondition, anyEvents, fc.nat(60), looks, (view, events, since, moments) => {
        const own = events.filter((event) => event.arrived >= since && event[view.clock] >= since);
        const sent: { at: number; over: number | null }[] = [];
        let state: ViewState = { holds: false, to: since };
        // Like `ViewWatch`, takes one change per check. The checks at the end take the remaining changes.
        const look = (completeTo: number) => {
          // Omits some events of the incomplete minutes.
          const seen = counted(own.filter(({ arrived }, index) => arrived < completeTo || index % 2 === 0));
          const [change] = viewChanges(view, state, seen, { since, completeTo });
          state = {
            holds: change?.holds ?? state.holds,
            to: change ? Math.min(change.end, completeTo) : Math.max(state.to, completeTo),
          };
          if (change?.holds) sent.push({ at: change.end, over: null });
          else if (change) Object.assign(sent.at(-1) ?? {}, { over: change.end });
          return change !== undefined;
        };
        for (const moment of moments) look(moment);
        while (look(END)) continue;
        const { count, notices } = previewOf(view, counted(own), { since, completeTo: END });
        const previewed = notices.map(({ at: begin, overAt }) => ({
          at: Date.parse(begin) / MINUTE,
          over: overAt === null ? null : Date.parse(overAt) / MINUTE,
        }));
        expect(count).toBe(sent.length);
        expect(previewed).toEqual(sent.slice(-20).toReversed());
      }),
      { numRuns: 500 },
    );
  });
});
