import type { TimeZone } from '@portico/ui';
import { rangeText } from '../../../shared/time/time-range.ts';
import { NO_TIME, type EventsFilter } from '../events-search.ts';
import type { OwnField } from './question.ts';

/**
 * One thing that narrows the list. `without`: what changes when it is taken away. `opposite`: what changes when it is turned
 * around; the query language is fetched for it.
 */
export type Chip = {
  name: string;
  text: string;
  isNot: boolean;
  without: EventsFilter;
  opposite?: () => Promise<EventsFilter>;
};

export const OWN: readonly (readonly [OwnField, string])[] = [
  ['status', 'Status'],
  ['integration', 'Integration'],
  ['severity', 'Severity'],
  ['type', 'Type'],
  ['event', 'Event'],
  ['trace', 'Trace'],
  ['subject', 'Subject'],
  ['organization', 'Organization'],
];

/** The text that is looked for, of a filter without a query. */
export const textChips = ({ query }: EventsFilter): Chip[] =>
  query === undefined
    ? []
    : [
        {
          name: 'Search',
          text: query,
          isNot: false,
          without: { query: undefined },
          opposite: async () => (await import('./question.ts')).withoutText(query),
        },
      ];

const ownChip = (filter: EventsFilter, field: OwnField, name: string, organization: string | null): Chip[] => {
  const value = filter[field];
  if (value === undefined) return [];
  const opposite = async () => {
    const { edited, isValue } = await import('./question.ts');
    return edited(filter, 'exclude', isValue(field, value));
  };
  const text = (field === 'organization' ? organization : null) ?? String(value);
  return [{ name, text, isNot: false, without: { [field]: undefined }, opposite }];
};

/** @param organization name of the organization that is filtered by, where it is known */
export const ownChips = (filter: EventsFilter, zone: TimeZone, organization: string | null): Chip[] => {
  const chips = OWN.flatMap(([field, name]) => ownChip(filter, field, name, organization));
  if (filter.range !== undefined || filter.from !== undefined || filter.to !== undefined)
    chips.push({ name: 'Time', text: rangeText(filter, zone), isNot: false, without: NO_TIME });
  return chips;
};
