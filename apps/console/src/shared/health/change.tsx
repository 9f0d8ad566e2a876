import { ArrowDown, ArrowUp, Minus } from 'lucide-react';
import { formatNumber, Icon } from '@portico/ui';
import { percentText } from './period.ts';
import * as styles from './health.css.ts';

export type ChangeProps = {
  now: number | null;
  /** Value in the previous period; null if unknown. */
  before: number | null;
  /** The period, such as `24 h`. */
  period: string;
  /** Whether an increase is bad. */
  isBad?: boolean;
  /** Compares shares by their difference in percentage points. */
  isShare?: boolean;
};

/** From this ratio on it is shown instead of a percentage; above the second value it has no decimals. */
const RATIO_FROM = 2;
const WHOLE_FROM = 10;

const ratioText = (ratio: number): string =>
  `${formatNumber(ratio < WHOLE_FROM ? Math.round(ratio * 10) / 10 : Math.round(ratio))}×`;

type Compared = { now: number; before: number; isShare: boolean };

/** The comparison before the period's name. There is no percentage of 0. */
const changeText = ({ now, before, isShare }: Compared): string => {
  if (now === before) return 'Same as';
  const direction = now > before ? 'Up' : 'Down';
  const difference = Math.abs(now - before);
  if (isShare) return `${direction} ${percentText(difference).replace('%', '')} points from`;
  if (before === 0) return 'None in';
  return now / before >= RATIO_FROM ? ratioText(now / before) : `${direction} ${percentText(difference / before)} from`;
};

/** The period that is named without its number. */
const HOUR = '1 h';

/** Compares a number with that of the previous period. */
export const Change = ({ now, before, period, isBad = false, isShare = false }: ChangeProps) => {
  if (now === null || before === null) return <span className={styles.change}>Nothing to compare with</span>;
  const direction = Math.sign(now - before);
  return (
    <span className={styles.change} {...(isBad && direction > 0 && { 'data-tone': 'danger' })}>
      <Icon of={direction === 0 ? Minus : direction > 0 ? ArrowUp : ArrowDown} size="sm" />
      <span>
        {changeText({ now, before, isShare })} the previous {period === HOUR ? 'hour' : period}
      </span>
    </span>
  );
};
