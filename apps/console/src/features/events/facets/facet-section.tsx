import { Check, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { formatNumber, Icon } from '@portico/ui';
import type { Choice } from './facet-choices.ts';
import * as styles from './facets.css.ts';

/** Values in sight before more are asked for. */
const FEW = 6;

export type FacetSectionProps = {
  title: string;
  choices: readonly Choice[];
  /** The chosen value as the address has it. */
  chosen: string | undefined;
  onChoose: (value: string) => void;
};

/** The values of one facet with their counts; a line below each says how they compare. */
export const FacetSection = ({ title, choices, chosen, onChoose }: FacetSectionProps) => {
  const [isLong, setIsLong] = useState(false);
  const heading = useId();
  const most = Math.max(1, ...choices.map(({ count }) => count));
  const shown = isLong ? choices : choices.filter(({ value }, index) => index < FEW || value === chosen);
  return (
    <details className={styles.section} open>
      <summary className={styles.summary}>
        <span className={styles.marker}>
          <Icon of={ChevronRight} size="sm" />
        </span>
        <span id={heading}>{title}</span>
      </summary>
      <ul aria-labelledby={heading} className={styles.values}>
        {shown.map(({ value, text, count }) => (
          <li key={value}>
            <button
              type="button"
              className={styles.value}
              aria-pressed={value === chosen}
              title={text}
              onClick={() => onChoose(value)}
            >
              <span aria-hidden className={styles.share} style={{ width: `${(count / most) * 100}%` }} />
              <span className={styles.text}>{text}</span> {value === chosen && <Icon of={Check} size="sm" />}
              <span className={styles.count}>{formatNumber(count)}</span>
            </button>
          </li>
        ))}
      </ul>
      {choices.length > FEW && (
        <button type="button" className={styles.more} onClick={() => setIsLong(!isLong)}>
          {isLong ? 'Show fewer' : `Show all ${choices.length}`}
        </button>
      )}
      {choices.length === 0 && <p className={styles.none}>None</p>}
    </details>
  );
};
