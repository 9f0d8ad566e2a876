import type { Severity } from '@portico/contracts/events/integration-event';
import * as styles from './severity-text.css.ts';

/** An event's severity, coloured if it needs attention. */
export const SeverityText = ({ severity }: { severity: Severity }) => (
  <span className={styles.severity} data-severity={severity}>
    {severity}
  </span>
);
