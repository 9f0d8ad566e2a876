import { FIRST_DOOR_PARTITION } from '@portico/contracts/events/position';
import { type Conformance, MAX_CONFORMANCE_NAMES, ON_TIME_SECONDS } from '@portico/contracts/http/conformance';
import type { EventRow } from '@portico/contracts/http/events';
import { integrationEvent } from '@portico/testkit/integration-event';

const SECOND = 1_000;
const DAY = 86_400 * SECOND;
/** Milliseconds between timestamp and arrival. A negative number simulates a publisher's clock that is ahead. */
const AGES = [-120 * SECOND, 0, 20 * SECOND, 150 * SECOND, 3_600 * SECOND, 3 * DAY, 89 * DAY];
const NAMES = ['run.a', 'run.b', 'run.c', 'run.d', 'run.e'];

/** A publication and its expected result. `id`: null for a rejection without an id, which its bytes identify. */
export type Step = {
  way: 'shared' | 'door';
  text: string;
  outcome: 'accepted' | 'known' | 'rejected';
  id: string | null;
  name: string;
  /** Whether the integration of the event is known. */
  isAttributed: boolean;
};

/** Generates publications of integration `source_id` of organization 1, in order. */
export function anyHistory(count: number, source_id: number, choose: (below: number) => number): Step[] {
  const steps: Step[] = [];
  const broken: string[] = [];
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[choose(items.length)];
  const eventOf = (id: string, name: string) =>
    integrationEvent({
      id,
      source_id,
      event_name: name,
      timestamp: new Date(Date.now() - (pick(AGES) ?? 0)).toISOString(),
    });
  for (let number = 0; number < count; number += 1) {
    const way = pick(['shared', 'door'] as const) ?? 'door';
    const name = pick(NAMES) ?? '';
    const id = `event-${number}`;
    const rejected = (text: string, itsId: string | null, isAttributed = true): Step => ({
      way,
      text,
      outcome: 'rejected',
      id: itsId,
      name,
      isAttributed,
    });
    const accepted = (itsId: string): Step => ({
      ...rejected(JSON.stringify(eventOf(itsId, name)), itsId),
      outcome: 'accepted',
    });
    const kind = choose(12);
    if (kind < 4) steps.push(accepted(id));
    else if (kind < 6) {
      broken.push(id);
      steps.push(rejected(JSON.stringify({ ...eventOf(id, name), result: 'PERHAPS' }), id));
    } else if (kind === 6) {
      const [corrected] = broken.splice(choose(broken.length), 1);
      if (corrected !== undefined) steps.push(accepted(corrected));
    } else if (kind < 9) {
      const again = pick(steps);
      if (again) steps.push(again.outcome === 'accepted' ? { ...again, outcome: 'known' } : again);
    } else if (kind === 9) {
      const used = pick(steps.filter((step) => step.outcome === 'accepted'));
      const other = used && { ...eventOf(used.id ?? '', name), details: { message: `Other content ${number}` } };
      if (used) steps.push({ ...rejected(JSON.stringify(other), null), way: used.way });
    } else if (kind === 10) {
      const { id: _, ...nameless } = integrationEvent({ source_id, timestamp: new Date(0).toISOString() });
      steps.push(rejected(JSON.stringify({ ...nameless, note: choose(4) }), null));
    } else steps.push(rejected(`no JSON ${choose(3)} of ${source_id}`, null, way === 'door'));
  }
  return steps;
}

/** The rejections that the inbox attributes to the integration. */
export const rejectedOf = (steps: readonly Step[]): Step[] =>
  steps.filter(({ outcome, isAttributed }) => outcome === 'rejected' && isAttributed);

type Numbers = Omit<Conformance, 'from' | 'to'>;

/**
 * Computes the conformance from a history.
 * @param seesShared - whether rejections on the shared topic count.
 * @param rows - all listed events with their arrival.
 */
export function expectedConformance(
  steps: readonly Step[],
  rows: readonly EventRow[],
  { seesShared }: { seesShared: boolean },
): Numbers {
  const accepted = steps.filter(({ outcome }) => outcome === 'accepted');
  const listed = new Set(accepted.map(({ id }) => id));
  const rejected = rejectedOf(steps).filter(({ way }) => seesShared || way === 'door');
  const ids = rejected.flatMap(({ id }) => (id === null || listed.has(id) ? [] : [id]));
  const values = rejected.flatMap(({ id, text }) => (id === null ? [text] : []));
  const arrivedAfter = ({ published_at, timestamp }: EventRow) => Date.parse(published_at) - Date.parse(timestamp);
  const shared = rows.filter(({ position }) => position.partition < FIRST_DOOR_PARTITION);
  const names = [...Map.groupBy(accepted, ({ name }) => name)]
    .map(([event_name, some]) => ({ event_name, count: some.length }))
    .toSorted((a, b) => b.count - a.count || (a.event_name < b.event_name ? -1 : 1));
  return {
    accepted: listed.size,
    published: listed.size + new Set(ids).size + new Set(values).size,
    onTime: rows.filter((row) => arrivedAfter(row) <= ON_TIME_SECONDS * SECOND).length,
    shared: {
      count: accepted.filter(({ way }) => way === 'shared').length,
      first_at: shared.map(({ published_at }) => published_at).toSorted()[0] ?? null,
    },
    names: names.slice(0, MAX_CONFORMANCE_NAMES),
    others: Math.max(0, names.length - MAX_CONFORMANCE_NAMES),
  };
}
