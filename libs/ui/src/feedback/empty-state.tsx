import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import * as styles from './feedback.css.ts';

export type EmptyStateProps = {
  icon: LucideIcon;
  title: string;
  text?: string;
  tone?: 'neutral' | 'danger';
  /** If set, the title is a heading of this level, for a page without another heading. */
  level?: 1 | 2;
  isFramed?: boolean;
  children?: ReactNode;
};

const Title = ({ level, children }: { level: EmptyStateProps['level']; children: string }) => {
  const Tag = level === undefined ? 'p' : (`h${level}` as const);
  return <Tag className={styles.title}>{children}</Tag>;
};

/** Explains why a list or page is empty, and what the user can do. */
export const EmptyState = ({ icon, title, text, tone = 'neutral', level, isFramed, children }: EmptyStateProps) => (
  <div className={isFramed === true ? styles.framed : styles.empty}>
    <span className={styles.medallion} data-tone={tone}>
      <Icon of={icon} size="xl" />
    </span>
    <Title level={level}>{title}</Title>
    {text !== undefined && <p className={styles.text}>{text}</p>}
    {children !== undefined && <div className={styles.actions}>{children}</div>}
  </div>
);
