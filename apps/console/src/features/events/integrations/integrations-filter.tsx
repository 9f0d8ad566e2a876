import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Filter, PanelFilter, SearchChoice, type ServerSearch } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { integrationNamesQuery } from './integration-names.queries.ts';

/** Milliseconds that typing rests before the server is asked. */
const DEBOUNCE_MS = 300;

type Item = { id: string; text: string };

const toItem = (name: string): Item => ({ id: name, text: name });

/** What the server finds for what is typed; for nothing, the first names and the chosen one. */
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

/** Finds an integration by a part of its name. */
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
  /** False when there are more names than these, which the server finds. */
  areComplete: boolean;
  value: string | null;
  onChange: (name: string | null) => void;
};

/** Narrows the list to the integrations of one name. */
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
