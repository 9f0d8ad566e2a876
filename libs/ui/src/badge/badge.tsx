import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import * as styles from './badge.css.ts';

type BadgeProps = { tone?: keyof typeof styles.look; icon?: LucideIcon; children: ReactNode };

/** A label of one or two words. */
export const Badge = ({ tone = 'neutral', icon, children }: BadgeProps) => (
  <span className={styles.look[tone]}>
    {icon && <Icon of={icon} size="sm" />}
    {children}
  </span>
);
