import { drop, isExact, negate, termsOf } from '@portico/contracts/query/edit';
import { FIELDS } from '@portico/contracts/query/fields';
import { nameOf, printQuery, valueOf } from '@portico/contracts/query/print';
import type { Is, Query } from '@portico/contracts/query/query';
import { X } from 'lucide-react';
import { Icon, type TimeZone } from '@portico/ui';
import { NO_FILTER, type EventsFilter, NO_TIME } from '../events-search.ts';
import * as styles from './filter-chips.css.ts';
import { isBounded, rangeText } from '../../../shared/time/time-range.ts';
import { questionOf, toFilter } from './question.ts';

/** An active filter. `without`: the change that removes the filter. `opposite`: the change that negates the filter. */
type Chip = { name: string; text: string; isNot: boolean; without: EventsFilter; opposite?: EventsFilter };

/** The values of a term about a single field or path; null for any other term. */
const valuesOf = (term: Query): readonly [Is, ...Is[]] | null => {
  const parts = term.kind === 'or' ? term.of : [term];
  const values = parts.flatMap((part) => (part.kind === 'is' ? [part] : []));
  const [first, ...rest] = values;
  return first && values.length === parts.length && rest.every((one) => nameOf(one) === nameOf(first))
    ? [first, ...rest]
    : null;
};

const chipsOf = (filter: EventsFilter, zone: TimeZone, organization: string | null): Chip[] => {
  const question = questionOf(filter);
  const wordOf = (value: Is): string => {
    if (value.operator === 'exists') return 'any';
    if (!isExact(value)) return valueOf(value).replaceAll(/^"|"$/g, '');
    return value.field === 'organization' ? (organization ?? value.value.slice(1)) : value.value;
  };
  const textOf = (term: Query): Pick<Chip, 'name' | 'text'> => {
    if (term.kind === 'text') return { name: 'Search', text: term.text };
    const values = valuesOf(term);
    if (values === null) return { name: 'Query', text: printQuery(term) };
    const [{ field, path }] = values;
    const name = path.length > 0 ? nameOf({ field, path }) : FIELDS[field].label;
    return { name, text: values.map(wordOf).join(' or ') };
  };
  const chips = termsOf(question).map((term): Chip => ({
    ...textOf(term.kind === 'not' ? term.of : term),
    isNot: term.kind === 'not',
    // Removing a URL parameter leaves the typed query unchanged.
    without: isExact(term) ? { [term.field]: undefined } : toFilter(drop(question, term)),
    opposite: toFilter(negate(question, term)),
  }));
  if (!isBounded(filter)) return chips;
  return [...chips, { name: 'Time', text: rangeText(filter, zone), isNot: false, without: NO_TIME }];
};

type FilterChipsProps = {
  filter: EventsFilter;
  zone: TimeZone;
  /** Name of the organization in the filter; null if unknown. */
  organization: string | null;
  onNarrow: (change: EventsFilter) => void;
};

// The accessible name of a chip's button contains this text, as voice control requires.
const ChipText = ({ name, text, isNot }: Chip) => (
  <>
    <span className={styles.name}>{name}:</span> {isNot && <span className={styles.not}>not </span>}
    <span className={styles.text}>{text}</span>
  </>
);

export const FilterChips = ({ filter, zone, organization, onNarrow }: FilterChipsProps) => {
  const chips = chipsOf(filter, zone, organization);
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Filters">
      {chips.map((chip, index) => {
        const { name, text, isNot, opposite, without } = chip;
        const label = `${name}: ${isNot ? 'not ' : ''}${text}`;
        return (
          // The key is the position, so that the button of a negated filter keeps the focus.
          <li key={index} className={styles.chip} data-not={isNot || undefined}>
            {opposite ? (
              <button
                type="button"
                className={styles.what}
                title={isNot ? 'Include instead' : 'Exclude instead'}
                aria-label={`${label}, ${isNot ? 'include' : 'exclude'} instead`}
                onClick={() => onNarrow(opposite)}
              >
                <ChipText {...chip} />
              </button>
            ) : (
              <span className={styles.what}>
                <ChipText {...chip} />
              </span>
            )}
            <button
              type="button"
              className={styles.remove}
              aria-label={`Remove filter ${label}`}
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
