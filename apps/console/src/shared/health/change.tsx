import { ArrowDown, ArrowUp, Minus } from 'lucide-react';
import { formatNumber, Icon } from '@portico/ui';
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

/** From here on a ratio reads better than a percentage; above the second its decimals say nothing. */
const RATIO_FROM = 2;
const WHOLE_FROM = 10;

const ratioText = (ratio: number): string =>
  `${formatNumber(ratio < WHOLE_FROM ? Math.round(ratio * 10) / 10 : Math.round(ratio))}×`;

type Compared = { now: number; before: number; isShare: boolean };

/** How they compare, before the name of the earlier period. There is no percentage of 0. */
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

/** How a number compares with that of the period before. */
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
