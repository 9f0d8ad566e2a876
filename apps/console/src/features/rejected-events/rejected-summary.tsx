import type { RejectedSummary } from '@portico/contracts/http/rejected-events';
import { formatNumber, formatTime } from '@portico/ui';
import { integrationText, reasonsText } from './rejected-texts.ts';
import * as styles from './rejected-summary.css.ts';
import { Trend } from './trend.tsx';

export type SummaryProps = {
  summary: readonly RejectedSummary[];
  /** The integration that the list is narrowed to; 0 for those of none. */
  selected: number | undefined;
  onSelect: (integration: number | undefined) => void;
};

/** Where events are rejected, and whether it gets better. Picking a card narrows the list; again shows all. */
export const RejectedSummaryCards = ({ summary, selected, onSelect }: SummaryProps) => (
  <ul className={styles.cards} aria-label="Rejected by integration, last 30 days">
    {summary.map((one) => {
      const id = one.integration_id ?? 0;
      const today = one.days.at(-1) ?? 0;
      return (
        <li key={id}>
          <button
            type="button"
            className={styles.card}
            aria-pressed={selected === id}
            onClick={() => onSelect(selected === id ? undefined : id)}
          >
            <span className={styles.name}>{integrationText(one)}</span>
            <span className={styles.organization}>{one.organization ?? reasonsText(one.reasons)}</span>
            <span className={styles.figures}>
              <span className={styles.count}>{formatNumber(one.count)}</span>
              <Trend days={one.days} />
            </span>
            <span className={styles.last}>
              {formatNumber(today)} today, last <time dateTime={one.last_at}>{formatTime(one.last_at)}</time>
            </span>
          </button>
        </li>
      );
    })}
  </ul>
);
