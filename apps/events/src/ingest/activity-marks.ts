import { type Activity, type ActivityKey, markKey } from '@portico/contracts/events/activity';
import { isSenderProven } from '@portico/contracts/events/position';
import { inTurns } from '../judge/in-turns.ts';
import type { AcceptedEvent } from '../judge/accepted-event.ts';

/** The newest of each in milliseconds since 1970; null when there was none. */
export type Newest = ActivityKey &
  Pick<Activity, 'subject'> & { success: number | null; failure: number | null; arrival: number };

/** Keys that are remembered, some 15 MB. With more it forgets them all, and publishes some marks once more. */
const MAX_KEYS = 50_000;

/** Events that are looked at in one turn of the event loop: about three milliseconds. */
const A_TURN = 1_000;

/** What marks depend on of an integration as it is now, see `Directory`. */
export type MarkedIntegrations = {
  /** Whether its marks are by subject. */
  isBySubject: (integration: number) => boolean;
  /** Whether an event counts although its sender is not proven. */
  isOpen: (integration: number) => boolean;
};

/** Which marks grow with what is stored. Strangers' events grow none: they open no episode and end no silence. */
export class ActivityMarks {
  private readonly published = new Map<string, Newest>();

  constructor(
    private readonly integrations: MarkedIntegrations,
    private readonly limit = MAX_KEYS,
  ) {}

  /** The marks of these events that grew since they were last noted as published. */
  async grown(stored: readonly AcceptedEvent[]): Promise<Newest[]> {
    const marks = new Map<string, Newest>();
    await inTurns(stored, A_TURN, (some) => {
      for (const one of some) this.add(one, marks);
    });
    return [...marks].flatMap(([key, newest]) => (hasGrown(newest, this.published.get(key)) ? [newest] : []));
  }

  /** To be called when Kafka has acknowledged them. */
  note(published: readonly Newest[]): void {
    if (this.published.size + published.length > this.limit) this.published.clear();
    for (const newest of published.slice(0, this.limit)) this.published.set(markKey(newest), newest);
  }

  private add({ event, publishedAt, derived: { subject }, position }: AcceptedEvent, marks: Map<string, Newest>): void {
    const { organization_id, source_id, event_name } = event;
    if (!isSenderProven(position) && !this.integrations.isOpen(source_id)) return;
    const isBySubject = this.integrations.isBySubject(source_id);
    const of = { organization_id, source_id, event_name, ...(isBySubject && { subject }) };
    const key = markKey(of);
    let newest = marks.get(key);
    if (!newest) marks.set(key, (newest = this.known(key, of)));
    const at = Math.min(Date.parse(event.timestamp), publishedAt);
    if (event.result === 'SUCCESS') newest.success = Math.max(newest.success ?? at, at);
    else newest.failure = Math.max(newest.failure ?? at, at);
    newest.arrival = Math.max(newest.arrival, publishedAt);
  }

  private known(key: string, of: ActivityKey & Pick<Activity, 'subject'>): Newest {
    const { success = null, failure = null, arrival = 0 } = this.published.get(key) ?? {};
    return { ...of, success, failure, arrival };
  }
}

const hasGrown = (newest: Newest, before: Newest | undefined): boolean =>
  before === undefined ||
  newest.success !== before.success ||
  newest.failure !== before.failure ||
  newest.arrival !== before.arrival;

const toIso = (moment: number | null): string | null => (moment === null ? null : new Date(moment).toISOString());

export const toActivity = ({ success, failure, arrival, ...key }: Newest): Activity => ({
  ...key,
  newest_success: toIso(success),
  newest_failure: toIso(failure),
  newest_arrival: new Date(arrival).toISOString(),
});
