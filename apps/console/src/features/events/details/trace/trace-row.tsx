import type { EventRow } from '@portico/contracts/http/events';
import { formatDuration, StatusTag } from '@portico/ui';
import type { Step } from './steps.ts';
import * as styles from './trace-view.css.ts';

export type TraceRowProps = {
  step: Step;
  /** Of the whole trace, in milliseconds. */
  span: number;
  isOpen: boolean;
  onOpen: (event: EventRow) => void;
};

const percent = (part: number, span: number): string => `${span === 0 ? 0 : (part / span) * 100}%`;

/** One event: when it happened, and a bar from the event before it to itself. */
export const TraceRow = ({ step: { row, after, took, isGap }, span, isOpen, onOpen }: TraceRowProps) => (
  <li>
    {isGap && <p className={styles.gap}>{formatDuration(took)} without an event</p>}
    <button type="button" className={styles.row} onClick={() => onOpen(row)} {...(isOpen && { 'aria-current': true })}>
      <span className={styles.after}>+{formatDuration(after)}</span>
      <span className={styles.what}>
        <span className={styles.event}>{row.event_name}</span>
        <span className={styles.who}>
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
