import type { Severity } from '@portico/contracts/events/integration-event';
import * as styles from './severity-text.css.ts';

export const SeverityText = ({ severity }: { severity: Severity }) => (
  <span className={styles.severity} data-severity={severity}>
    {severity}
  </span>
);
