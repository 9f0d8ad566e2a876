import {
  type Activity,
  type ActivityKey,
  activityKey,
  type FirstFailure,
  markKey,
  MAX_FAILURE_MESSAGE,
  type MinuteCount,
} from '@portico/contracts/events/activity';
import { cutText } from '@portico/contracts/common/cut-text';
import type { Positions } from '@portico/contracts/events/position';
import { inTurns } from '../judge/in-turns.ts';
import type { AcceptedEvent } from '../judge/accepted-event.ts';
import { ArrivalCounts, type CountRow } from './arrival-counts.ts';
import { ByKind } from './by-kind.ts';

/** Times of the newest success, failure and arrival, in milliseconds since 1970; null if no such event is known. */
type MarkTimes = { success: number | null; failure: number | null; arrival: number };
type MarkOf = ActivityKey & Pick<Activity, 'subject'>;
/** A mark: a record of the activity topic. `first`: its `first_failure`. `counts`: events by minute, only in one mark per kind of event. */
export type Newest = MarkOf & MarkTimes & { first: FirstFailure | null; counts: readonly MinuteCount[] };

/** Maximum published marks in memory, about 15 MB. Beyond it, the process forgets all marks, and publishes some of them again. */
const MAX_KEYS = 50_000;

/** Events per turn of the event loop, about three milliseconds. */
const A_TURN = 1_000;

/** Current properties of integrations on which marks depend, see `Directory`. */
type MarkedIntegrations = {
  /** Whether the integration has one mark per subject. */
  isBySubject: (integration: number) => boolean;
  /** Whether events from the shared topic count, whose senders are not proven. */
  isOpen: (integration: number) => boolean;
};

type Growing = MarkOf & MarkTimes & { failures: AcceptedEvent[] };
/** The marks of one kind of event, by subject. An integration without subjects has one mark, with the key ''. */
type Marks = { kind: ActivityKey; isOpen: boolean; isBySubject: boolean; bySubject: Map<string, Growing> };

/** The time at which an event counts: its own time, or its arrival if the arrival is earlier. */
const momentOf = ({ moment, publishedAt }: AcceptedEvent): number => Math.min(moment, publishedAt);

/**
 * Determines which marks grow with stored events. Events from the shared topic, whose senders are not proven, count only if the
 * integration trusts this topic. Otherwise, anyone could open an episode or end a silence.
 */
export class ActivityMarks {
  private readonly published = new Map<string, MarkTimes>();
  private readonly counts = new ArrivalCounts();

  constructor(
    private readonly integrations: MarkedIntegrations,
    private readonly limit = MAX_KEYS,
  ) {}

  /**
   * Sets the counts from which the partitions continue.
   * @param places the position of the last stored event of each partition. `counts` include all events up to these positions.
   */
  begin(places: Positions, counts: readonly CountRow[]): void {
    this.counts.begin(places, counts);
  }

  /** Returns the marks that these events increase, compared with the published marks. */
  async grown(stored: readonly AcceptedEvent[]): Promise<Newest[]> {
    const kinds = new ByKind((kind) => this.marksOf(kind));
    const marked: AcceptedEvent[] = [];
    await inTurns(stored, A_TURN, (some) => {
      for (const one of some) if (this.add(one, kinds.of(one.event))) marked.push(one);
    });
    const counts = this.counts.add(marked);
    const marks = kinds.values.flatMap(({ bySubject }) => [...bySubject.values()]);
    return marks.flatMap(({ failures, ...newest }) => {
      const key = markKey(newest);
      const kind = activityKey(newest);
      const own = counts.get(kind) ?? [];
      if (own.length === 0 && !hasGrown(newest, this.published.get(key))) return [];
      counts.delete(kind);
      return [{ ...newest, first: firstOf(failures, newest), counts: own }];
    });
  }

  /** Remembers marks that Kafka has acknowledged, so that they are not published again. */
  note(published: readonly Newest[]): void {
    if (this.published.size + published.length > this.limit) this.published.clear();
    for (const newest of published.slice(0, this.limit)) {
      const { success, failure, arrival } = newest;
      this.published.set(markKey(newest), { success, failure, arrival });
    }
  }

  private marksOf(kind: ActivityKey): Marks {
    const { source_id } = kind;
    const [isOpen, isBySubject] = [this.integrations.isOpen(source_id), this.integrations.isBySubject(source_id)];
    return { kind, isOpen, isBySubject, bySubject: new Map() };
  }

  private add(one: AcceptedEvent, { kind, isOpen, isBySubject, bySubject }: Marks): boolean {
    const { event, publishedAt } = one;
    if (!one.senderProven && !isOpen) return false;
    const subject = isBySubject ? one.derived.subject : '';
    let newest = bySubject.get(subject);
    if (!newest) {
      const of = { ...kind, ...(isBySubject && { subject }) };
      const known = this.published.get(markKey(of)) ?? { success: null, failure: null, arrival: 0 };
      bySubject.set(subject, (newest = { ...of, ...known, failures: [] }));
    }
    const at = momentOf(one);
    if (event.result === 'SUCCESS') newest.success = Math.max(newest.success ?? at, at);
    else {
      newest.failure = Math.max(newest.failure ?? at, at);
      newest.failures.push(one);
    }
    newest.arrival = Math.max(newest.arrival, publishedAt);
    return true;
  }
}

const hasGrown = (newest: MarkTimes, before: MarkTimes | undefined): boolean =>
  before === undefined ||
  newest.success !== before.success ||
  newest.failure !== before.failure ||
  newest.arrival !== before.arrival;

function firstOf(failures: readonly AcceptedEvent[], { success }: MarkTimes): FirstFailure | null {
  let first: AcceptedEvent | null = null;
  for (const one of failures)
    if (momentOf(one) > (success ?? -1) && (!first || momentOf(one) < momentOf(first))) first = one;
  if (!first) return null;
  const { id, trace_id, timestamp, severity_text, details } = first.event;
  return toFirstFailure({
    id,
    trace_id,
    timestamp,
    at: momentOf(first),
    severity: severity_text,
    message: details.message,
  });
}

export const toFirstFailure = ({
  at,
  message,
  ...failure
}: Omit<FirstFailure, 'at'> & { at: number }): FirstFailure => ({
  ...failure,
  at: new Date(at).toISOString(),
  message: cutText(message, MAX_FAILURE_MESSAGE),
});

const toIso = (moment: number | null): string | null => (moment === null ? null : new Date(moment).toISOString());

export const toActivity = ({ success, failure, arrival, first, counts, ...key }: Newest): Activity => ({
  ...key,
  newest_success: toIso(success),
  newest_failure: toIso(failure),
  newest_arrival: new Date(arrival).toISOString(),
  ...(first && { first_failure: first }),
  counts: [...counts],
});
