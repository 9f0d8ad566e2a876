import { identityOf } from '@portico/contracts/events/event-identity';
import type { EventRow } from '@portico/contracts/http/events';
import { StatusTag } from '@portico/ui';
import * as styles from './similar.css.ts';

export type SimilarRowsProps = {
  label: string;
  rows: readonly EventRow[];
  event: EventRow;
  /** What is said of a row's moment. */
  when: (row: EventRow) => string;
  onOpen: (event: EventRow) => void;
};

/** Events in a line each, of which the open one is marked. */
export const SimilarRows = ({ label, rows, event, when, onOpen }: SimilarRowsProps) => (
  <ol aria-label={label} className={styles.rows}>
    {rows.map((row) => {
      const identity = identityOf(row);
      return (
        <li key={identity}>
          <button
            type="button"
            className={styles.row}
            onClick={() => onOpen(row)}
            {...(identity === identityOf(event) && { 'aria-current': true })}
          >
            <time dateTime={row.timestamp} className={styles.time}>
              {when(row)}
            </time>
            <StatusTag status={row.result} />
            <span className={styles.what}>
              <span className={styles.name}>{row.event_name}</span> {row.details.message}
            </span>
          </button>
        </li>
      );
    })}
  </ol>
);
