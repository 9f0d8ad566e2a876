import { Ban, Check, Crosshair } from 'lucide-react';
import type { Is } from '@portico/contracts/query/query';
import { formatNumber, Icon } from '@portico/ui';
import type { Edit } from '../query/question.ts';
import type { Choice } from './facet-choices.ts';
import * as styles from './facets.css.ts';

export type FacetValueProps = {
  choice: Choice;
  /** Count of the most frequent value. */
  most: number;
  onEdit: (edit: Edit, value: Is) => void;
};

/** One value: chosen besides others, as the only one, or left out. */
export const FacetValue = ({ choice: { is, text, count, chosen }, most, onEdit }: FacetValueProps) => (
  <li className={styles.row}>
    <button
      type="button"
      className={styles.value}
      aria-pressed={chosen === 'included'}
      data-excluded={chosen === 'excluded' || undefined}
      title={text}
      onClick={() => onEdit(chosen === 'excluded' ? 'exclude' : 'include', is)}
    >
      <span aria-hidden className={styles.share} style={{ width: `${((count ?? 0) / most) * 100}%` }} />
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
        title={chosen === 'excluded' ? 'Exclude no longer' : 'Exclude'}
        aria-label={`Exclude ${text}`}
        aria-pressed={chosen === 'excluded'}
        onClick={() => onEdit('exclude', is)}
      >
        <Icon of={Ban} size="sm" />
      </button>
    </span>
  </li>
);
