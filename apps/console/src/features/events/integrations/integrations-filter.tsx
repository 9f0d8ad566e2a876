import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Filter, PanelFilter, SearchChoice, type ServerSearch } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { integrationNamesQuery } from './integration-names.queries.ts';

/** Debounce in milliseconds. */
const DEBOUNCE_MS = 300;

type Item = { id: string; text: string };

const toItem = (name: string): Item => ({ id: name, text: name });

/** Server results for the typed text; without text, the first names and the selected one. */
const useIntegrationSearch = (chosen: string | null) => {
  const api = useApi();
  const [term, setTerm] = useState('');
  const [asked, setAsked] = useState('');
  const wanted = term.trim();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), wanted === '' ? 0 : DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data, isError, isFetching, refetch } = useQuery(integrationNamesQuery(api, asked));
  const isOutdated = wanted !== asked;
  const found = isOutdated ? [] : (data?.data ?? []);
  const names = asked !== '' || chosen === null || found.includes(chosen) ? found : [chosen, ...found];
  const search: ServerSearch<Item> = {
    term,
    setTerm,
    status: isOutdated || (data === undefined && isFetching) ? 'loading' : isError ? 'failed' : 'ready',
    items: isOutdated ? [] : names.map(toItem),
    retry: () => void refetch(),
  };
  return { search, isComplete: isOutdated || data === undefined || data.isComplete };
};

type IntegrationSearchProps = {
  value: string | null;
  onChange: (name: string | null) => void;
};

/** Finds an integration by part of its name. */
const IntegrationSearch = ({ value, onChange }: IntegrationSearchProps) => {
  const { search, isComplete } = useIntegrationSearch(value);
  return (
    <SearchChoice
      label="Integrations"
      placeholder="Search integrations..."
      {...{ search, value, onChange }}
      {...(!isComplete && { note: 'There are more. Type a part of the name to find them.' })}
    />
  );
};

export type IntegrationsFilterProps = {
  names: readonly string[];
  /** False if there are more names, which the server finds. */
  areComplete: boolean;
  value: string | null;
  onChange: (name: string | null) => void;
};

/** Filters the list by integration name. */
export const IntegrationsFilter = ({ names, areComplete, value, onChange }: IntegrationsFilterProps) =>
  areComplete ? (
    <Filter label="Integrations" options={names} value={value} onChange={onChange} />
  ) : (
    <PanelFilter
      label="Integrations"
      value={value}
      renderPanel={(close) => (
        <IntegrationSearch
          value={value}
          onChange={(name) => {
            onChange(name);
            close();
          }}
        />
      )}
    />
  );
