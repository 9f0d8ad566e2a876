import { useState, useEffect } from 'react';
import { Button, Filter, PanelFilter, Row, Segments, SearchChoice } from '@portico/ui';
import type { EpisodesSearch } from './episodes-search.ts';
import { type Choice, integrationChoicesQuery, organizationChoicesQuery } from './narrowing.queries.ts';
import { useQuery } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { useApi } from '../../api/use-api.ts';

/** Debounce in milliseconds. */
const DEBOUNCE_MS = 300;

type ChoiceSearchProps = {
  label: string;
  query: (api: ApiClient, search: string) => Pick<ReturnType<typeof integrationChoicesQuery>, 'queryKey' | 'queryFn'>;
  value: number | undefined;
  onChange: (choice: Choice | undefined) => void;
};

/** The content of a filter's panel: searches on the server, and selects a match. */
const ChoiceSearch = ({ label, query, value, onChange }: ChoiceSearchProps) => {
  const api = useApi();
  const [term, setTerm] = useState('');
  const [debounced, setDebounced] = useState('');
  const trimmed = term.trim();
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(trimmed), trimmed === '' ? 0 : DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [trimmed]);
  const { data, isError, refetch } = useQuery(query(api, debounced));
  const isCurrent = trimmed === debounced;
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

type NarrowingProps = {
  search: EpisodesSearch;
  onNarrow: (change: EpisodesSearch) => void;
  isAdmin: boolean;
  /** Hides the assignee filter, for customers. */
  isPlain: boolean;
  /** Organizations that a member can choose. Also provides the names of organizations whose ids are in the URL. */
  organizations: readonly Choice[];
  integrations: readonly Choice[];
};

const STATES = [
  { id: 'live', text: 'Now' },
  { id: 'over', text: 'Over' },
] as const;

type OneOfProps = Pick<NarrowingProps, 'isAdmin'> & {
  label: string;
  plural: string;
  choices: readonly Choice[];
  query: typeof integrationChoicesQuery;
  value: number | undefined;
  onChange: (id: number | undefined) => void;
};

/** Selects one choice. Administrators search, because they have many choices; members select from a list. */
const OneOf = ({ isAdmin, label, plural, choices, query, value, onChange }: OneOfProps) => {
  const [pickedChoice, setPickedChoice] = useState<Choice>();
  const known = [pickedChoice, ...choices].find((choice) => choice !== undefined && choice.id === value);
  const text = value === undefined ? null : (known?.text ?? `${label} ${value}`);
  if (!isAdmin)
    return (
      <Filter
        label={label}
        options={choices.map((choice) => choice.text)}
        value={text}
        onChange={(next) => onChange(choices.find((choice) => choice.text === next)?.id)}
      />
    );
  return (
    <PanelFilter
      label={label}
      value={text}
      renderPanel={(close) => (
        <ChoiceSearch
          {...{ query, value }}
          label={plural}
          onChange={(choice) => {
            setPickedChoice(choice);
            onChange(choice?.id);
            close();
          }}
        />
      )}
    />
  );
};

export const Narrowing = ({ search, onNarrow, isAdmin, isPlain, organizations, integrations }: NarrowingProps) => (
  <Row gap={3}>
    <Row gap={3}>
      <Segments
        label="Which episodes"
        options={STATES}
        value={search.state ?? 'live'}
        onChange={(state) => onNarrow({ state: state === 'over' ? 'over' : undefined })}
      />
      {!isPlain && (
        <Button
          variant={search.assignee === 'me' ? 'primary' : 'secondary'}
          aria-pressed={search.assignee === 'me'}
          onPress={() => onNarrow({ assignee: search.assignee === 'me' ? undefined : 'me' })}
        >
          Assigned to me
        </Button>
      )}
    </Row>
    {(isAdmin || organizations.length > 1) && (
      <OneOf
        isAdmin={isAdmin}
        label="Organization"
        plural="Organizations"
        choices={organizations}
        query={organizationChoicesQuery}
        value={search.organization}
        onChange={(organization) => onNarrow({ organization })}
      />
    )}
    {(isAdmin || integrations.length > 1 || search.integration !== undefined) && (
      <OneOf
        isAdmin={isAdmin}
        label="Integration"
        plural="Integrations"
        choices={integrations}
        query={integrationChoicesQuery}
        value={search.integration}
        onChange={(integration) => onNarrow({ integration })}
      />
    )}
  </Row>
);
