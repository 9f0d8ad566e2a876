import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { fold } from '@portico/contracts/common/fold';
import type { Is } from '@portico/contracts/query/query';
import { printQuery } from '@portico/contracts/query/print';
import { Icon } from '@portico/ui';
import type { Edit } from '../query/question.ts';
import type { Choice } from './facet-choices.ts';
import { FacetValue } from './facet-value.tsx';
import * as styles from './facets.css.ts';

/** Values in sight before more are asked for. */
const FEW = 6;

export type FacetSectionProps = {
  title: string;
  choices: readonly Choice[];
  onEdit: (edit: Edit, value: Is) => void;
};

/** The values of one facet with their counts; a line below each says how they compare. */
export const FacetSection = ({ title, choices, onEdit }: FacetSectionProps) => {
  const [isLong, setIsLong] = useState(false);
  const [part, setPart] = useState('');
  const heading = useId();
  const most = Math.max(1, ...choices.map(({ count }) => count ?? 0));
  // Among few values there is no box, and what was typed into it counts for nothing.
  const term = choices.length > FEW ? fold(part.trim()) : '';
  const found = choices.filter(({ text }) => fold(text).includes(term));
  const shown = isLong || term !== '' ? found : choices.filter(({ chosen }, index) => index < FEW || chosen !== null);
  return (
    <details className={styles.section} open>
      <summary className={styles.summary}>
        <span className={styles.marker}>
          <Icon of={ChevronRight} size="sm" />
        </span>
        <span id={heading}>{title}</span>
      </summary>
      {choices.length > FEW && (
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
          <FacetValue key={printQuery(choice.is)} {...{ choice, most, onEdit }} />
        ))}
      </ul>
      {choices.length > FEW && part === '' && (
        <button type="button" className={styles.more} onClick={() => setIsLong(!isLong)}>
          {isLong ? 'Show fewer' : `Show all ${choices.length}`}
        </button>
      )}
      {shown.length === 0 && <p className={styles.none}>None</p>}
    </details>
  );
};
