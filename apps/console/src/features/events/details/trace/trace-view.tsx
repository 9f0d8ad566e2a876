import { identityOf } from '@portico/contracts/events/event-identity';
import { MAX_TRACE_EVENTS, type EventTrace } from '@portico/contracts/http/event-traces';
import type { EventRow } from '@portico/contracts/http/events';
import {
  Button,
  counted,
  formatDuration,
  formatNumber,
  formatTime,
  Note,
  Row,
  Skeleton,
  Stack,
  StatusTag,
  type TimeZone,
} from '@portico/ui';
import { stepsOf, type Step } from './steps.ts';
import * as styles from './trace-view.css.ts';

type TraceRowProps = {
  step: Step;
  /** Duration of the whole trace in milliseconds. */
  span: number;
  isOpen: boolean;
  onOpen: (event: EventRow) => void;
};

const percent = (part: number, span: number): string => `${span === 0 ? 0 : (part / span) * 100}%`;

const TraceRow = ({ step: { row, after, took, isGap }, span, isOpen, onOpen }: TraceRowProps) => (
  <li>
    {isGap && <p className={styles.gap}>{formatDuration(took)} without an event</p>}
    <button type="button" className={styles.row} onClick={() => onOpen(row)} {...(isOpen && { 'aria-current': true })}>
      <span className={styles.after}>+{formatDuration(after)}</span>
      <span className={styles.what}>
        <span className={styles.event}>{row.event_name}</span>
        <span className={styles.integration}>
          {[row.integration ?? `Integration ${row.source_id}`, row.organization].filter(Boolean).join(' · ')}
        </span>
      </span>
      <StatusTag status={row.result} />
      <span aria-hidden className={styles.lane} data-result={row.result}>
        <span
          className={styles.bar}
          data-gap={isGap || undefined}
          style={{ left: percent(after - took, span), width: percent(took, span) }}
        />
        <span className={styles.dot} style={{ left: percent(after, span) }} />
      </span>
    </button>
  </li>
);

type TraceViewProps = {
  /** Undefined while loading. */
  trace: EventTrace | undefined;
  isMissing: boolean;
  event: EventRow;
  zone: TimeZone;
  onOpen: (event: EventRow) => void;
  onFilter: () => void;
};

/** The events of the trace, oldest first. Adds the open event, because the server may not have stored it yet. */
const withEvent = (rows: readonly EventRow[], event: EventRow): readonly EventRow[] =>
  rows.some((row) => identityOf(row) === identityOf(event))
    ? rows
    : [...rows, event].toSorted((a, b) => a.timestamp.localeCompare(b.timestamp));

const summaryOf = (rows: readonly EventRow[], span: number): string => {
  const sources = new Set(rows.map(({ source_id }) => source_id)).size;
  const failed = rows.filter(({ result }) => result === 'FAILURE').length;
  return [
    counted(rows.length, 'event'),
    `over ${formatDuration(span)}`,
    counted(sources, 'integration'),
    ...(failed > 0 ? [`${formatNumber(failed)} failed`] : []),
  ].join(' · ');
};

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
    <Stack>
      <Row gap={3} justify="between" align="start">
        <p className={styles.summary}>
          {summaryOf(rows, span)}
          <br />
          <span className={styles.begin}>From {formatTime(begin, zone, 'precise')}</span>
        </p>
        <Button variant="secondary" size="sm" onPress={onFilter}>
          Show in the list
        </Button>
      </Row>
      {isMissing && <Note tone="warning">The other events of the trace could not be loaded.</Note>}
      {trace?.isComplete === false && (
        <Note tone="warning">Only the first {formatNumber(MAX_TRACE_EVENTS)} events are shown.</Note>
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
    </Stack>
  );
};
