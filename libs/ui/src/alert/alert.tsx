import { CircleAlert, Info, MessageSquareText, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import * as styles from './alert.css.ts';

const PICTURES = { default: MessageSquareText, info: Info, warning: TriangleAlert, danger: CircleAlert };

export type AlertVariant = keyof typeof PICTURES;

type AlertProps = {
  variant?: AlertVariant;
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
};

/** A permanent message. Screen readers announce warnings and dangers immediately, and other messages at the next pause. */
export const Alert = ({ variant = 'default', title, children, action }: AlertProps) => (
  <div role={variant === 'warning' || variant === 'danger' ? 'alert' : 'status'} className={styles.variant[variant]}>
    <span className={styles.picture}>
      <Icon of={PICTURES[variant]} />
    </span>
    <div className={styles.content}>
      {title !== undefined && <p className={styles.title}>{title}</p>}
      {children !== undefined && <div className={styles.text}>{children}</div>}
    </div>
    {action !== undefined && <div className={styles.action}>{action}</div>}
  </div>
);
