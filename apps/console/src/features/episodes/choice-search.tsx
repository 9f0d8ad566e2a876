import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ApiClient } from '@portico/api-client';
import { SearchChoice } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import type { Choice, integrationChoicesQuery } from './narrowing.queries.ts';

/** Milliseconds that typing rests before the server is asked. */
const DEBOUNCE_MS = 300;

export type ChoiceSearchProps = {
  label: string;
  /** What the server finds. */
  query: (api: ApiClient, search: string) => Pick<ReturnType<typeof integrationChoicesQuery>, 'queryKey' | 'queryFn'>;
  value: number | undefined;
  onChange: (choice: Choice | undefined) => void;
};

/** One of what the server finds, in an open panel. */
export const ChoiceSearch = ({ label, query, value, onChange }: ChoiceSearchProps) => {
  const api = useApi();
  const [term, setTerm] = useState('');
  const [asked, setAsked] = useState('');
  const wanted = term.trim();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), wanted === '' ? 0 : DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data, isError, refetch } = useQuery(query(api, asked));
  const isCurrent = wanted === asked;
  const items = isCurrent ? (data ?? []) : [];
  return (
    <SearchChoice
      label={label}
      placeholder={`Search ${label.toLowerCase()}...`}
      search={{
        term,
        setTerm,
        status: !isCurrent || (data === undefined && !isError) ? 'loading' : data === undefined ? 'failed' : 'ready',
        items: items.map(({ id, text }) => ({ id: String(id), text })),
        retry: () => void refetch(),
      }}
      value={value === undefined ? null : String(value)}
      onChange={(id) => onChange(items.find((one) => String(one.id) === id))}
    />
  );
};
