import { drop, negate, termsOf } from '@portico/contracts/query/edit';
import { nameOf, printQuery, valueOf } from '@portico/contracts/query/print';
import type { Is, Query } from '@portico/contracts/query/query';
import type { EventsFilter } from '../events-search.ts';
import { OWN, type Chip } from './chips.ts';
import { questionOf, toFilter } from './question.ts';

const NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(OWN),
  message: 'Message',
  id: 'Event id',
  delay: 'Delay',
};

/** The values of a term that is about one field; null of any other. */
const valuesOf = (term: Query): readonly [Is, ...Is[]] | null => {
  const parts = term.kind === 'or' ? term.of : [term];
  const values = parts.flatMap((part) => (part.kind === 'is' ? [part] : []));
  const [first, ...rest] = values;
  return first && values.length === parts.length && rest.every((one) => nameOf(one) === nameOf(first))
    ? [first, ...rest]
    : null;
};

const wordOf = (value: Is): string => (value.operator === 'exists' ? 'any' : valueOf(value).replaceAll(/^"|"$/g, ''));

const textOf = (term: Query): Pick<Chip, 'name' | 'text'> => {
  if (term.kind === 'text') return { name: 'Search', text: term.text };
  const values = valuesOf(term);
  if (values === null) return { name: 'Query', text: printQuery(term) };
  return { name: NAMES[values[0].field] ?? nameOf(values[0]), text: values.map(wordOf).join(' or ') };
};

const chipOf = (question: Query | null, term: Query): Chip => ({
  ...textOf(term.kind === 'not' ? term.of : term),
  isNot: term.kind === 'not',
  without: toFilter(drop(question, term)),
  opposite: async () => toFilter(negate(question, term)),
});

/** The terms of the query, and the text that is looked for beside it. */
export const termChips = (filter: EventsFilter): Chip[] => {
  const question = questionOf(filter);
  return termsOf(question).map((term) => chipOf(question, term));
};
