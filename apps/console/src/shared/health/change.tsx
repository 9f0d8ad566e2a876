import { ArrowDown, ArrowUp, Minus } from 'lucide-react';
import { Icon } from '@portico/ui';
import { percentText } from './period.ts';
import * as styles from './health.css.ts';

export type ChangeProps = {
  now: number | null;
  /** Of the period before; null when it is not known. */
  before: number | null;
  /** The period, as `24 h`. */
  period: string;
  /** More of it is worse. */
  isBad?: boolean;
  /** Shares are compared by their difference, in points. */
  isShare?: boolean;
};

/** Of what there was nothing before there is no ratio. */
const changeText = (now: number, before: number, isShare: boolean): string => {
  const difference = Math.abs(now - before);
  if (isShare) return `${percentText(difference).replace('%', '')} points`;
  return before === 0 ? 'from 0' : percentText(difference / before);
};

/** How a number compares with that of the period before. */
export const Change = ({ now, before, period, isBad = false, isShare = false }: ChangeProps) => {
  if (now === null || before === null) return <span className={styles.change}>Nothing to compare with</span>;
  const direction = Math.sign(now - before);
  const words = direction === 0 ? 'Same as' : `${direction > 0 ? 'Up' : 'Down'} ${changeText(now, before, isShare)} on`;
  return (
    <span className={styles.change} {...(isBad && direction > 0 && { 'data-tone': 'danger' })}>
      <Icon of={direction === 0 ? Minus : direction > 0 ? ArrowUp : ArrowDown} size="sm" />
      <span>
        {words} the {period} before
      </span>
    </span>
  );
};
