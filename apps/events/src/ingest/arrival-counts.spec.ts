import { describe, expect, it } from '@jest/globals';
import { highestOf, type MinuteCount } from '@portico/contracts/events/activity';
import { RESULTS } from '@portico/contracts/events/integration-event';
import fc from 'fast-check';
import { integrationEvent } from '@portico/testkit/integration-event';
import { AcceptedEvent } from '../judge/accepted-event.ts';
import { ArrivalCounts, type CountRow, countedMinute, countsByKind } from './arrival-counts.ts';

const NOON = Date.UTC(2026, 0, 2, 12);
const MINUTE = 60_000;
const PARTITIONS = [0, 1];

const arrival = fc.record({
  partition: fc.constantFrom(...PARTITIONS),
  name: fc.constantFrom('paid', 'sent'),
  result: fc.constantFrom(...RESULTS),
  seconds: fc.nat(40),
});
/** The next events. The process that reads them may end before it publishes their counts, and may read some events twice. */
const batch = fc.record({
  events: fc.array(arrival, { maxLength: 8 }),
  isPublished: fc.boolean(),
  isTakenOver: fc.boolean(),
  isRepeated: fc.boolean(),
});

const rowsOf = (stored: readonly AcceptedEvent[]): CountRow[] => {
  const groups = Map.groupBy(stored, (one) =>
    JSON.stringify([one.event.event_name, one.position.partition, countedMinute(one)]),
  );
  return [...groups.values()].flatMap((of) => {
    const [one] = of;
    if (!one) return [];
    const { organization_id, source_id, event_name } = one.event;
    const failures = of.filter(({ event }) => event.result === 'FAILURE').length;
    const { partition } = one.position;
    const minute = countedMinute(one);
    return [{ organization_id, source_id, event_name, partition, minute, total: of.length, failures }];
  });
};
const sorted = (kinds: ReadonlyMap<string, readonly MinuteCount[]>): string[] =>
  [...kinds]
    .flatMap(([kind, counts]) => highestOf(counts).map((count) => JSON.stringify([kind, count])))
    .toSorted((a, b) => (a < b ? -1 : 1));

describe('counts of arrivals', () => {
  it('equal the counts in the table, even if processes crash, replace each other, or read events twice', () => {
    fc.assert(
      fc.property(fc.array(batch, { maxLength: 10 }), (batches) => {
        const table: AcceptedEvent[] = [];
        const topic = new Map<string, MinuteCount[]>();
        const publish = (kinds: ReadonlyMap<string, readonly MinuteCount[]>): void => {
          for (const [kind, counts] of kinds) topic.set(kind, [...(topic.get(kind) ?? []), ...counts]);
        };
        const begun = (): ArrivalCounts => {
          const counts = new ArrivalCounts();
          const places = PARTITIONS.map((partition): [number, number] => {
            const own = table.filter(({ position }) => position.partition === partition);
            return [partition, Math.max(-1, ...own.map(({ position }) => position.offset))];
          });
          counts.begin(new Map(places), rowsOf(table));
          publish(countsByKind(rowsOf(table)));
          return counts;
        };
        let process = begun();
        let [now, offset] = [NOON, 0];
        for (const { events, isPublished, isTakenOver, isRepeated } of batches) {
          const accepted = events.map(({ partition, name, result, seconds }) => {
            now += seconds * 1_000;
            const event = integrationEvent({ event_name: name, result, timestamp: new Date(now).toISOString() });
            return new AcceptedEvent(event, { partition, offset: offset++ }, now, 0, '{}');
          });
          const again = isRepeated
            ? table.slice(0, 2).map(({ event, position, publishedAt }) => {
                const place = { partition: position.partition, offset: offset++ };
                return new AcceptedEvent(event, place, publishedAt, 0, '{}', undefined, position);
              })
            : [];
          table.push(...accepted);
          const grown = process.add([...again, ...accepted, ...(isRepeated ? accepted.slice(0, 1) : [])]);
          if (isPublished) publish(grown);
          if (!isPublished || isTakenOver) process = begun();
        }
        expect(sorted(topic)).toEqual(sorted(countsByKind(rowsOf(table))));
      }),
      { numRuns: 500 },
    );
  });

  const arrived = (agoMinutes: number, at: { partition?: number; offset?: number } = {}, now = NOON): AcceptedEvent => {
    const event = integrationEvent({ timestamp: new Date(now - agoMinutes * MINUTE).toISOString() });
    return new AcceptedEvent(event, { partition: 0, offset: 0, ...at }, now, 0, '{}');
  };
  const begun = (): ArrivalCounts => {
    const counts = new ArrivalCounts();
    counts.begin(new Map([[0, -1]]), []);
    return counts;
  };
  /** Adds events, and returns pairs of a minute, as minutes before noon, and the number of events in this minute. */
  const added = (counts: ArrivalCounts, ...events: readonly AcceptedEvent[]): [number, number][] =>
    [...counts.add(events).values()]
      .flat()
      .map(({ minute, total }): [number, number] => [(NOON - Date.parse(minute)) / MINUTE, total]);

  it('omit partitions that another process reads', () => {
    expect(added(begun(), arrived(0), arrived(0, { partition: 1 }))).toEqual([[0, 1]]);
  });

  it('contain an event in the minute of its arrival, or of its timestamp if the event is more than ten minutes late', () => {
    const events = [0, 10, 11, 20, 20].map((ago, offset) => arrived(ago, { offset }));
    expect(added(begun(), ...events)).toEqual([
      [0, 2],
      [11, 1],
      [20, 2],
    ]);
  });

  it('omit events that are more than an hour older than the newest event of their kind', () => {
    const history = [300, 261, 260, 201, 200].map((ago, offset) => arrived(ago, { offset }));
    expect(added(begun(), ...history)).toEqual([
      [260, 1],
      [201, 1],
      [200, 1],
    ]);
  });

  it('add up late events of the same minute that arrive in different batches', () => {
    const counts = begun();
    added(counts, arrived(30));
    expect(added(counts, arrived(32, { offset: 1 }, NOON + 2 * MINUTE))).toEqual([[30, 2]]);
  });
});
