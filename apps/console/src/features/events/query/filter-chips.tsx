import { X } from 'lucide-react';
import { Icon, type TimeZone } from '@portico/ui';
import { NO_FILTER, type EventsFilter } from '../events-search.ts';
import { chipsOf, type Chip } from './chips.ts';
import * as styles from './filter-chips.css.ts';

export type FilterChipsProps = {
  filter: EventsFilter;
  zone: TimeZone;
  /** Name of the organization that is filtered by, where it is known. */
  organization: string | null;
  onNarrow: (change: EventsFilter) => void;
};

// What is seen is a part of each name: a voice command says what it sees.
const What = ({ name, text, isNot }: Chip) => (
  <>
    <span className={styles.name}>{name}:</span> {isNot && <span className={styles.not}>not </span>}
    <span className={styles.text}>{text}</span>
  </>
);

/** Everything that narrows the list, each to be turned around or taken away; nothing while nothing does. */
export const FilterChips = ({ filter, zone, organization, onNarrow }: FilterChipsProps) => {
  const chips = chipsOf(filter, zone, organization);
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Filters">
      {chips.map((chip, index) => {
        const { name, text, isNot, opposite, without } = chip;
        const said = `${name}: ${isNot ? 'not ' : ''}${text}`;
        return (
          // By its place: a filter that is turned around keeps its button, and with it the focus.
          <li key={index} className={styles.chip} data-not={isNot || undefined}>
            {opposite ? (
              <button
                type="button"
                className={styles.what}
                title={isNot ? 'Include instead' : 'Exclude instead'}
                aria-label={`${said}, ${isNot ? 'include' : 'exclude'} instead`}
                onClick={() => onNarrow(opposite)}
              >
                <What {...chip} />
              </button>
            ) : (
              <span className={styles.what}>
                <What {...chip} />
              </span>
            )}
            <button
              type="button"
              className={styles.remove}
              aria-label={`Remove filter ${said}`}
              title="Remove filter"
              onClick={() => onNarrow(without)}
            >
              <Icon of={X} size="sm" />
            </button>
          </li>
        );
      })}
      {chips.length > 1 && (
        <li>
          <button type="button" className={styles.clear} onClick={() => onNarrow(NO_FILTER)}>
            Clear all
          </button>
        </li>
      )}
    </ul>
  );
};
