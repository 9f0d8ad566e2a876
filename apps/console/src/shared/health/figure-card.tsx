import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon, Skeleton } from '@portico/ui';
import * as styles from './health.css.ts';

type FigureCardProps = {
  name: string;
  icon: LucideIcon;
  /** The formatted number; undefined while loading. */
  value: string | undefined;
  note?: ReactNode;
  isBad?: boolean;
};

export const FigureCard = ({ name, icon, value, note, isBad = false }: FigureCardProps) => (
  <div className={styles.card}>
    <dd className={styles.count} {...(isBad && { 'data-tone': 'danger' })}>
      {value ?? <Skeleton width="5rem" height="1.75rem" />}
    </dd>
    <dt className={styles.name}>
      <Icon of={icon} />
      {name}
    </dt>
    {note !== undefined && <dd className={styles.note}>{note}</dd>}
  </div>
);

export const FigureCards = ({ isBusy, children }: { isBusy: boolean; children: ReactNode }) => (
  <dl className={styles.cards} aria-busy={isBusy}>
    {children}
  </dl>
);
