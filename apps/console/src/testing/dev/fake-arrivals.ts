import type { EventRow } from '@portico/contracts/http/events';
import { isAfter, parseCursor } from '@portico/contracts/events/position';
import type { Subscribe } from '@portico/contracts/live';
import type { LiveHealth, LiveListener, LiveSource } from '../../api/live-source.ts';
import { cursorOf, eventAt, matchingEvents } from '../fixtures.ts';

const KINDS = [
  { integration: 'Payroll', source_id: 3, source_type: 'payroll', event_name: 'payrun.completed' },
  { integration: 'Payroll', source_id: 3, source_type: 'payroll', event_name: 'employee.synced' },
  { integration: 'Banking', source_id: 5, source_type: 'banking', event_name: 'transfer.settled' },
  { integration: 'Pension', source_id: 6, source_type: 'pension', event_name: 'contribution.sent' },
] as const;
const FAILED = { result: 'FAILURE', severity_text: 'ERROR' } as const;

/** The event with number `offset`, arriving at the time `at`. About one in six events is a failure. */
const arriving = (offset: number, at: number): EventRow => {
  const kind = KINDS[(offset * 7) % KINDS.length] ?? KINDS[0];
  const hasFailed = (offset * 5) % 31 < 5;
  const message = hasFailed ? `${kind.event_name}: the other side did not answer` : `${kind.event_name} ${offset}`;
  return eventAt(offset, {
    ...kind,
    ...(hasFailed ? FAILED : {}),
    timestamp: new Date(at - 300).toISOString(),
    published_at: new Date(at - 40).toISOString(),
    stored_at: new Date(at).toISOString(),
    details: { message, run: { id: offset, employees: 12 } },
  });
};

const toQuery = (filter: Subscribe['filter']): URLSearchParams =>
  new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/** Events before `now`, one every 45 seconds, in order of arrival. */
export const earlierEvents = (count: number, now: number): EventRow[] =>
  Array.from({ length: count }, (_, offset) => arriving(offset, now - (count - offset) * 45_000));

/** A live source. Each call of `arrive` adds the next event to `rows` and sends it to the listener. */
export const createArrivals = (rows: EventRow[]) => {
  const health: LiveHealth = { state: 'live', behind: 0, isHistoryLagging: false };
  let current: { subscription: Subscribe; listener: LiveListener } | null = null;

  const show = () => {
    if (!current) return;
    const { subscription, listener } = current;
    const known = parseCursor(subscription.cursor);
    const missed = matchingEvents(rows, toQuery(subscription.filter)).filter(({ position }) =>
      isAfter(position, known),
    );
    if (subscription.isPaused === true) {
      listener.tally({ arrived: missed.length, failed: missed.filter(({ result }) => result === 'FAILURE').length });
      return;
    }
    current = { listener, subscription: { ...subscription, cursor: cursorOf(rows) } };
    listener.frame({ rows: missed, skipped: 0, cursor: cursorOf(rows) });
  };
  const live: LiveSource = {
    subscribe: (subscription, listener) => {
      const own = { subscription, listener };
      current = own;
      queueMicrotask(show);
      return () => {
        if (current?.listener === listener) current = null;
      };
    },
    health: () => health,
    onHealth: () => () => undefined,
  };
  return {
    live,
    arrive: () => {
      rows.push(arriving(rows.length, Date.now()));
      show();
    },
  };
};
