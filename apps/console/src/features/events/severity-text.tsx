import type { Severity } from '@portico/contracts/events/integration-event';
import * as styles from './severity-text.css.ts';

/** How severe an event is; what needs somebody's eye has a colour. */
export const SeverityText = ({ severity }: { severity: Severity }) => (
  <span className={styles.severity} data-severity={severity}>
    {severity}
  </span>
);
