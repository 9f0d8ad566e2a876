import { useState } from 'react';
import { REJECTED_DAYS, type RejectedCause } from '@portico/contracts/http/rejected-events';
import { Button, formatNumber, formatTime } from '@portico/ui';
import * as styles from './causes.css.ts';
import { codeText, integrationText, pointerText } from './rejected-texts.ts';
import { Trend } from '../../shared/health/trend.tsx';

const MAX_COLLAPSED_CAUSES = 4;

type Cause = Pick<RejectedCause, 'code' | 'pointer'>;

type CausesProps = {
  /** The most frequent causes. */
  causes: readonly RejectedCause[];
  /** Number of all causes. */
  count: number;
  /** The cause that filters the list of rejected events. */
  selected: Partial<Cause>;
  onSelect: (cause: Cause | null) => void;
};

/** The integration with the most rejections of a cause, and the number of the other integrations with this cause. */
const Owners = ({ integrations, integrationCount }: RejectedCause) => {
  const [first] = integrations;
  if (!first) return null;
  const more = integrationCount - 1;
  return (
    <span className={styles.owners}>
      <span className={styles.owner}>
        {integrationText(first)}
        {more > 0 && ` and ${formatNumber(more)} more`}
      </span>
      {first.organization !== null && <span className={styles.muted}>{first.organization}</span>}
    </span>
  );
};

type CauseRowProps = { cause: RejectedCause; isSelected: boolean; onPress: () => void };

const CauseRow = ({ cause, isSelected, onPress }: CauseRowProps) => (
  <button type="button" className={styles.cause} aria-pressed={isSelected} onClick={onPress}>
    <span className={styles.count}>{formatNumber(cause.count)}</span>
    <span className={styles.what}>
      <span className={styles.title}>
        {codeText(cause.code)} <code className={styles.pointer}>{pointerText(cause.pointer)}</code>
      </span>
      <span className={styles.reason}>{cause.reason}</span>
    </span>
    <Owners {...cause} />
    <span className={styles.trend}>
      <Trend of="failures" days={cause.days} />
    </span>
    <span className={styles.times}>
      <span>
        last <time dateTime={cause.last_at}>{formatTime(cause.last_at, 'local', 'short')}</time>
      </span>
      <span className={styles.muted}>
        first <time dateTime={cause.first_at}>{formatTime(cause.first_at, 'local', 'short')}</time>
      </span>
    </span>
  </button>
);

/** Lists causes of rejections. A click on a cause filters the list of rejected events. A second click removes the filter. */
export const Causes = ({ causes, count, selected, onSelect }: CausesProps) => {
  const [areAllShown, setAreAllShown] = useState(false);
  const isSelected = ({ code, pointer }: Cause) => code === selected.code && pointer === selected.pointer;
  const shown = causes.filter((cause, index) => areAllShown || index < MAX_COLLAPSED_CAUSES || isSelected(cause));
  const rarer = count - causes.length;
  return (
    <section className={styles.causes} aria-labelledby="rejected-causes">
      <h2 id="rejected-causes" className={styles.heading}>
        Causes{' '}
        <span className={styles.muted}>
          {formatNumber(count)} in the last {REJECTED_DAYS} days
        </span>
      </h2>
      <ul>
        {shown.map((cause) => (
          <li key={`${cause.code} ${cause.pointer}`} className={styles.place}>
            <CauseRow
              cause={cause}
              isSelected={isSelected(cause)}
              onPress={() => onSelect(isSelected(cause) ? null : cause)}
            />
          </li>
        ))}
      </ul>
      {causes.length > MAX_COLLAPSED_CAUSES && (
        <div className={styles.more}>
          {rarer > 0 && areAllShown && (
            <span className={styles.muted}>{formatNumber(rarer)} less frequent causes are not shown</span>
          )}
          <Button variant="ghost" size="sm" aria-expanded={areAllShown} onPress={() => setAreAllShown(!areAllShown)}>
            {areAllShown ? 'Show fewer' : `Show ${formatNumber(causes.length)} causes`}
          </Button>
        </div>
      )}
    </section>
  );
};
