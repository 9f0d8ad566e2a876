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
  isBad?: boolean;
  /** Compares shares by their difference in percentage points. */
  isShare?: boolean;
};

/** Minimum ratio that is shown as a ratio, such as `2.5×`, instead of a percentage. From `WHOLE_FROM`, the ratio has no decimals. */
const RATIO_FROM = 2;
const WHOLE_FROM = 10;

const ratioText = (ratio: number): string =>
  `${formatNumber(ratio < WHOLE_FROM ? Math.round(ratio * 10) / 10 : Math.round(ratio))}×`;

type Compared = { now: number; before: number; isShare: boolean };

/** Text of the comparison without the period. A change from 0 has no percentage, so the text is `None in`. */
const changeText = ({ now, before, isShare }: Compared): string => {
  if (now === before) return 'Same as';
  const direction = now > before ? 'Up' : 'Down';
  const difference = Math.abs(now - before);
  if (isShare) return `${direction} ${percentText(difference).replace('%', '')} points from`;
  if (before === 0) return 'None in';
  return now / before >= RATIO_FROM ? ratioText(now / before) : `${direction} ${percentText(difference / before)} from`;
};

/** The only period that the text names without a number: `the previous hour`. */
const HOUR = '1 h';

export const Change = ({ now, before, period, isBad = false, isShare = false }: ChangeProps) => {
  if (now === null || before === null) return <span className={styles.change}>No earlier data to compare</span>;
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
