import { fold } from '@portico/contracts/common/fold';
import type { EventFacets } from '@portico/contracts/http/event-facets';
import type { Completion } from '@portico/contracts/query/completion';
import { equal } from '@portico/contracts/query/edit';
import { type FacetField, FIELDS, isFacet } from '@portico/contracts/query/fields';
import { nameOf, valueOf } from '@portico/contracts/query/print';
import type { DetailsField } from './details-fields.ts';

/** `insert` replaces the word at the cursor. */
export type Suggestion = { insert: string; text: string; note?: string };

type Sources = {
  facets: EventFacets | undefined;
  /** The names of integrations that the server found for the typed text. */
  integrations: readonly string[];
  details: readonly DetailsField[];
};

const MAX_SUGGESTIONS = 12;

const fits = (text: string, typed: string): boolean => fold(text).includes(fold(typed));

const fieldsFor = (typed: string, details: readonly DetailsField[]): Suggestion[] => {
  const begins = (name: string) => fold(name).startsWith(fold(typed));
  const fields = Object.values(FIELDS).filter(({ name }) => begins(name));
  const inDetails = typed.toLowerCase().startsWith('details.')
    ? details.filter(({ name }) => fits(name, typed))
    : details.filter(({ path }) => begins(path.at(-1) ?? ''));
  return [
    ...fields.map(({ name, kind, about }) => {
      const insert = kind === 'json' ? `${name}.` : `${name}:`;
      return { insert, text: insert, note: about };
    }),
    ...inDetails.map(({ name, values }) => {
      const insert = `${name}:`;
      return { insert, text: insert, note: values.slice(0, 3).join(', ') };
    }),
  ];
};

const facetValues = (id: FacetField, { facets, integrations }: Sources): Suggestion[] => {
  const counted: readonly { value: string | number; name?: string | null; count: number }[] = facets?.[id] ?? [];
  const texts = counted.map(({ value, name, count }) => ({ text: name ?? String(value), count }));
  const known = new Set(texts.map(({ text }) => text));
  const unlisted = id === 'integration' ? integrations.filter((name) => !known.has(name)) : [];
  return [
    ...texts.map(({ text, count }) => ({ text, insert: valueOf(equal(id, text)), note: String(count) })),
    ...unlisted.map((text) => ({ text, insert: valueOf(equal(id, text)) })),
  ];
};

const valuesFor = ({ field, path }: Extract<Completion, { kind: 'value' }>, sources: Sources): Suggestion[] => {
  const { completion = [] } = FIELDS[field];
  if (completion === 'rows') {
    const name = nameOf({ field, path });
    const found = sources.details.find((one) => fold(one.name) === fold(name));
    return (found?.values ?? []).map((insert) => ({ insert, text: insert }));
  }
  if (completion === 'facet') return isFacet(field) ? facetValues(field, sources) : [];
  return completion.map((insert) => ({ insert, text: insert }));
};

/** Suggestions for the word at the cursor; empty if the word is complete. */
export const suggestionsFor = (completion: Completion | null, sources: Sources): Suggestion[] => {
  if (completion === null) return [];
  const { typed } = completion;
  if (completion.kind === 'field')
    return typed === '' ? [] : fieldsFor(typed, sources.details).slice(0, MAX_SUGGESTIONS);
  const found = valuesFor(completion, sources).filter(({ text }) => fits(text, typed));
  const isComplete = found.length === 1 && fold(found[0]?.text ?? '') === fold(typed);
  return isComplete ? [] : found.slice(0, MAX_SUGGESTIONS);
};
