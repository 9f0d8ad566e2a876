import { Banknote, Landmark, Receipt, Users, type LucideIcon } from 'lucide-react';
import { Icon, StatusTag } from '@portico/ui';
import * as styles from './landing-screen.css.ts';

const ROWS: readonly { icon: LucideIcon; status: string; widths: readonly [string, string] }[] = [
  { icon: Landmark, status: 'SUCCESS', widths: ['58%', '82%'] },
  { icon: Users, status: 'SUCCESS', widths: ['44%', '66%'] },
  { icon: Receipt, status: 'FAILURE', widths: ['62%', '74%'] },
  { icon: Banknote, status: 'SUCCESS', widths: ['50%', '88%'] },
];

/** A picture of events coming in; it says nothing that the words beside it do not. */
export const EventStream = () => (
  <div className={styles.stream} aria-hidden>
    {ROWS.map(({ icon, status, widths: [first, second] }) => (
      <div key={first} className={styles.streamRow}>
        <span className={styles.streamIcon}>
          <Icon of={icon} />
        </span>
        <span>
          <span className={styles.barStrong} style={{ width: first }} />
          <span className={styles.bar} style={{ width: second }} />
        </span>
        <StatusTag status={status} />
      </div>
    ))}
  </div>
);
