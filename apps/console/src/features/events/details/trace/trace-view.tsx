import { identityOf } from '@portico/contracts/events/event-identity';
import { MAX_TRACE_EVENTS, type EventTrace } from '@portico/contracts/http/event-traces';
import type { EventRow } from '@portico/contracts/http/events';
import { Button, formatDuration, formatNumber, formatTime, Skeleton, type TimeZone } from '@portico/ui';
import { stepsOf } from './steps.ts';
import { TraceRow } from './trace-row.tsx';
import * as styles from './trace-view.css.ts';

export type TraceViewProps = {
  /** Undefined until it is there. */
  trace: EventTrace | undefined;
  isMissing: boolean;
  event: EventRow;
  zone: TimeZone;
  onOpen: (event: EventRow) => void;
  /** Narrows the list to the trace. */
  onFilter: () => void;
};

/** With the event itself, which may have come live and not be stored yet; oldest first. */
const withEvent = (rows: readonly EventRow[], event: EventRow): readonly EventRow[] =>
  rows.some((row) => identityOf(row) === identityOf(event))
    ? rows
    : [...rows, event].toSorted((a, b) => a.timestamp.localeCompare(b.timestamp));

const summaryOf = (rows: readonly EventRow[], span: number): string => {
  const sources = new Set(rows.map(({ source_id }) => source_id)).size;
  const failed = rows.filter(({ result }) => result === 'FAILURE').length;
  return [
    `${formatNumber(rows.length)} ${rows.length === 1 ? 'event' : 'events'}`,
    `over ${formatDuration(span)}`,
    `${sources} ${sources === 1 ? 'integration' : 'integrations'}`,
    ...(failed > 0 ? [`${formatNumber(failed)} failed`] : []),
  ].join(' · ');
};

/** Every event of a trace that the viewer may see, as a waterfall: what each took since the one before. */
export const TraceView = ({ trace, isMissing, event, zone, onOpen, onFilter }: TraceViewProps) => {
  if (trace === undefined && !isMissing)
    return (
      <div className={styles.waiting}>
        <Skeleton width="60%" />
        <Skeleton />
        <Skeleton width="80%" />
      </div>
    );
  const rows = withEvent(trace?.data ?? [], event);
  const begin = Date.parse(rows[0]?.timestamp ?? event.timestamp);
  const span = Date.parse(rows.at(-1)?.timestamp ?? event.timestamp) - begin;
  return (
    <div className={styles.trace}>
      <div className={styles.head}>
        <p className={styles.summary}>
          {summaryOf(rows, span)}
          <br />
          <span className={styles.begin}>From {formatTime(begin, zone, 'precise')}</span>
        </p>
        <Button variant="secondary" size="sm" onPress={onFilter}>
          Show in the list
        </Button>
      </div>
      {isMissing && <p className={styles.note}>The other events of the trace could not be loaded.</p>}
      {trace?.isComplete === false && (
        <p className={styles.note}>Only the first {formatNumber(MAX_TRACE_EVENTS)} events are shown.</p>
      )}
      <ol aria-label="Trace" className={styles.rows}>
        {stepsOf(rows).map((step) => (
          <TraceRow
            key={identityOf(step.row)}
            {...{ step, span, onOpen }}
            isOpen={identityOf(step.row) === identityOf(event)}
          />
        ))}
      </ol>
    </div>
  );
};
