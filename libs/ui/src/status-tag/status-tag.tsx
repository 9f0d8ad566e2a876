import { CircleAlert, CircleCheck } from 'lucide-react';
import { Icon } from '../icon/icon.tsx';
import * as styles from './status-tag.css.ts';

/** A status in lower case. Failure is red and success green, each with an icon; any other status is plain text. */
export const StatusTag = ({ status }: { status: string }) => {
  const text = status.toLowerCase();
  if (text !== 'failure' && text !== 'success') return <span className={styles.look.plain}>{text}</span>;
  return (
    <span className={styles.look[text]}>
      <Icon of={text === 'failure' ? CircleAlert : CircleCheck} size="sm" />
      {text}
    </span>
  );
};
