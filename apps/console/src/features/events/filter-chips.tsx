import { X } from 'lucide-react';
import { Icon, type TimeZone } from '@portico/ui';
import { NO_FILTER, NO_TIME, type EventsFilter } from './events-search.ts';
import { rangeText } from './time/time-range.ts';
import * as styles from './filter-chips.css.ts';

export type FilterChipsProps = {
  filter: EventsFilter;
  zone: TimeZone;
  /** Name of the organization that is filtered by, where it is known. */
  organization: string | null;
  onNarrow: (change: EventsFilter) => void;
};

type Chip = { name: string; text: string; without: EventsFilter };

const NAMES = [
  ['query', 'Search'],
  ['status', 'Status'],
  ['integration', 'Integration'],
  ['severity', 'Severity'],
  ['type', 'Type'],
  ['event', 'Event'],
  ['trace', 'Trace'],
] as const;

const chipsOf = ({ filter, zone, organization: name }: Omit<FilterChipsProps, 'onNarrow'>): Chip[] => {
  const chips: Chip[] = NAMES.flatMap(([id, name]) => {
    const value = filter[id];
    return value === undefined ? [] : [{ name, text: value, without: { [id]: undefined } }];
  });
  const { organization } = filter;
  if (organization !== undefined)
    chips.push({ name: 'Organization', text: name ?? String(organization), without: { organization: undefined } });
  if (filter.range !== undefined || filter.from !== undefined || filter.to !== undefined)
    chips.push({ name: 'Time', text: rangeText(filter, zone), without: NO_TIME });
  return chips;
};

/** Everything that narrows the list, each to be taken away again; nothing while nothing does. */
export const FilterChips = ({ onNarrow, ...rest }: FilterChipsProps) => {
  const chips = chipsOf(rest);
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Filters">
      {chips.map(({ name, text, without }) => (
        <li key={name}>
          <button
            type="button"
            className={styles.chip}
            aria-label={`Remove filter ${name}: ${text}`}
            onClick={() => onNarrow(without)}
          >
            {/* What is seen is a part of the name: a voice command says what it sees. */}
            <span className={styles.name}>{name}:</span> <span className={styles.text}>{text}</span>
            <Icon of={X} size="sm" />
          </button>
        </li>
      ))}
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
