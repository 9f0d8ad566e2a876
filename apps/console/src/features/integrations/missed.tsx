import type { Liveness } from '@portico/contracts/http/silence';
import { useNow } from '../../shared/health/ago.tsx';
import { missedText } from '../../shared/silence/silence-words.ts';
import * as styles from './health.css.ts';

/** What an integration does not send, when it usually would. */
export const Missed = ({ liveness }: { liveness: Liveness }) => (
  <span className={styles.missed} data-state={liveness.state}>
    {missedText(liveness, useNow())}
  </span>
);
