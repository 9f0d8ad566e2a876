import { faultRange } from '../../shared/event-check/fault-range.ts';
import * as styles from './rejected-dialog.css.ts';

/** What was published, with the fault marked. It takes the focus, so that the keyboard can scroll it. */
export const MarkedSource = ({ value, pointer }: { value: string; pointer: string }) => {
  const range = faultRange(value, pointer);
  return (
    <section aria-label="What was published" className={styles.source} {...{ tabIndex: 0 }}>
      {range === null ? (
        value
      ) : (
        <>
          {value.slice(0, range.start)}
          <mark className={styles.fault} aria-label="The fault">
            {value.slice(range.start, range.end) || ' '}
          </mark>
          {value.slice(range.end)}
        </>
      )}
    </section>
  );
};
