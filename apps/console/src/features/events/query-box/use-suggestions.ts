import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { EventRow } from '@portico/contracts/http/events';
import type { Completion } from '@portico/contracts/query/completion';
import { FIELDS } from '@portico/contracts/query/fields';
import { useApi } from '../../../api/use-api.ts';
import type { EventsSearch } from '../events-search.ts';
import { facetsQuery } from '../facets/facets.queries.ts';
import { integrationNamesQuery } from '../integrations/integration-names.queries.ts';
import { detailsFields } from './details-fields.ts';
import { suggestionsFor } from './suggestions.ts';

export type SuggestionsFrom = {
  search: EventsSearch;
  organizations: readonly number[];
  /** The visible events, whose details contain fields to suggest. */
  rows: readonly EventRow[];
};

/** Suggestions for the word at the cursor. Requests values from the server only while the viewer types a value. */
export const useSuggestions = (completion: Completion | null, { search, organizations, rows }: SuggestionsFrom) => {
  const api = useApi();
  const field = completion?.kind === 'value' ? completion.field : null;
  const counts = useQuery({
    ...facetsQuery(api, search, organizations),
    enabled: field !== null && FIELDS[field].completion === 'facet',
  });
  const typed = field === 'integration' && completion ? completion.typed : '';
  const names = useQuery({
    ...integrationNamesQuery(api, typed),
    enabled: field === 'integration' && typed !== '',
    placeholderData: keepPreviousData,
  });
  const needsFields = completion?.kind === 'field' || field === 'details';
  const details = useMemo(
    () => (needsFields ? detailsFields(rows.map((row) => row.details)) : []),
    [needsFields, rows],
  );
  return suggestionsFor(completion, { facets: counts.data, integrations: names.data?.data ?? [], details });
};
