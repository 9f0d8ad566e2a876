import { ChevronRight, Ban, Check, Crosshair } from 'lucide-react';
import { useId, useState } from 'react';
import { fold } from '@portico/contracts/common/fold';
import type { Is } from '@portico/contracts/query/query';
import { printQuery } from '@portico/contracts/query/print';
import { Icon, formatNumber } from '@portico/ui';
import type { Edit } from '../query/question.ts';
import type { Choice } from './facet-choices.ts';
import * as styles from './facets.css.ts';

type FacetValueProps = {
  choice: Choice;
  /** Count of the most frequent value. */
  maxCount: number;
  onEdit: (edit: Edit, value: Is) => void;
};

/** One value, with buttons that include or exclude the value, or select it as the only value. */
const FacetValue = ({ choice: { is, text, count, chosen }, maxCount, onEdit }: FacetValueProps) => (
  <li className={styles.row}>
    <button
      type="button"
      className={styles.value}
      aria-pressed={chosen === 'included'}
      data-excluded={chosen === 'excluded' || undefined}
      title={text}
      onClick={() => onEdit(chosen === 'excluded' ? 'exclude' : 'include', is)}
    >
      <span aria-hidden className={styles.share} style={{ width: `${((count ?? 0) / maxCount) * 100}%` }} />
      <span className={styles.text}>{text}</span> {chosen === 'included' && <Icon of={Check} size="sm" />}
      {chosen === 'excluded' && <span className={styles.excluded}>excluded</span>}
      {count !== null && <span className={styles.count}>{formatNumber(count)}</span>}
    </button>
    <span className={styles.actions}>
      <button
        type="button"
        className={styles.action}
        title="Only this"
        aria-label={`Only ${text}`}
        onClick={() => onEdit('only', is)}
      >
        <Icon of={Crosshair} size="sm" />
      </button>
      <button
        type="button"
        className={styles.action}
        title={chosen === 'excluded' ? 'Stop excluding' : 'Exclude'}
        aria-label={`Exclude ${text}`}
        aria-pressed={chosen === 'excluded'}
        onClick={() => onEdit('exclude', is)}
      >
        <Icon of={Ban} size="sm" />
      </button>
    </span>
  </li>
);

const MAX_COLLAPSED_VALUES = 6;

type FacetSectionProps = {
  title: string;
  choices: readonly Choice[];
  onEdit: (edit: Edit, value: Is) => void;
};

export const FacetSection = ({ title, choices, onEdit }: FacetSectionProps) => {
  const [isLong, setIsLong] = useState(false);
  const [part, setPart] = useState('');
  const heading = useId();
  const maxCount = Math.max(1, ...choices.map(({ count }) => count ?? 0));
  // A facet with few values has no search box, so it ignores an earlier search text.
  const term = choices.length > MAX_COLLAPSED_VALUES ? fold(part.trim()) : '';
  const found = choices.filter(({ text }) => fold(text).includes(term));
  const shown =
    isLong || term !== ''
      ? found
      : choices.filter(({ chosen }, index) => index < MAX_COLLAPSED_VALUES || chosen !== null);
  return (
    <details className={styles.section} open>
      <summary className={styles.summary}>
        <span className={styles.marker}>
          <Icon of={ChevronRight} size="sm" />
        </span>
        <span id={heading}>{title}</span>
      </summary>
      {choices.length > MAX_COLLAPSED_VALUES && (
        <input
          type="search"
          className={styles.find}
          aria-label={`Find in ${title}`}
          placeholder={`Find in ${title}`}
          autoComplete="off"
          value={part}
          onChange={(event) => setPart(event.currentTarget.value)}
        />
      )}
      <ul aria-labelledby={heading} className={styles.values}>
        {shown.map((choice) => (
          <FacetValue key={printQuery(choice.is)} {...{ choice, maxCount, onEdit }} />
        ))}
      </ul>
      {choices.length > MAX_COLLAPSED_VALUES && part === '' && (
        <button type="button" className={styles.more} onClick={() => setIsLong(!isLong)}>
          {isLong ? 'Show fewer' : `Show all ${choices.length}`}
        </button>
      )}
      {shown.length === 0 && <p className={styles.none}>None</p>}
    </details>
  );
};
