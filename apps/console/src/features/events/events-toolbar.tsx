import { PanelLeft } from 'lucide-react';
import type { EventList } from '@portico/contracts/http/events';
import {
  buttonClass,
  Filter,
  Icon,
  lazyPart,
  PanelFilter,
  SearchBox,
  SearchChoice,
  type ServerSearch,
} from '@portico/ui';
import { STATUSES, type EventsFilter, type EventsSearch } from './events-search.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '../../api/use-api.ts';
import { integrationNamesQuery } from './integrations/integration-names.queries.ts';
import type { SuggestionsFrom } from './query-box/use-suggestions.ts';
import { boxText, chosen, readTyped } from './query/question.ts';
import { TimeRangeButton } from '../../shared/time/time-range-button.tsx';
import * as styles from './events-screen.css.ts';

const QueryAssist = lazyPart(async () => (await import('./query-box/query-assist.tsx')).QueryAssist);

type QueryBoxProps = SuggestionsFrom & { onNarrow: (change: EventsFilter) => void };

/** The search box for events. It accepts a text or a query, and ignores a query with an error. */
const QueryBox = ({ onNarrow, ...from }: QueryBoxProps) => {
  const search = (text: string) => {
    const read = readTyped(text);
    if ('change' in read) onNarrow(read.change);
  };
  return (
    <SearchBox
      placeholder="Search Events..."
      value={boxText(from.search)}
      onSearch={search}
      renderAssist={(assist) => <QueryAssist {...assist} {...from} />}
    />
  );
};

/** Debounce in milliseconds. */
const DEBOUNCE_MS = 300;

type Item = { id: string; text: string };

const toItem = (name: string): Item => ({ id: name, text: name });

/** Integration names that the server finds for the typed text. Without a text: the first names and the selected name. */
const useIntegrationSearch = (chosen: string | null) => {
  const api = useApi();
  const [term, setTerm] = useState('');
  const [debounced, setDebounced] = useState('');
  const trimmed = term.trim();
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(trimmed), trimmed === '' ? 0 : DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [trimmed]);
  const { data, isError, isFetching, refetch } = useQuery(integrationNamesQuery(api, debounced));
  const isOutdated = trimmed !== debounced;
  const found = isOutdated ? [] : (data?.data ?? []);
  const names = debounced !== '' || chosen === null || found.includes(chosen) ? found : [chosen, ...found];
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
      {...(!isComplete && { note: 'The list is not complete. Type part of a name to find more integrations.' })}
    />
  );
};

type IntegrationsFilterProps = {
  names: readonly string[];
  /** Whether `names` contains all names. Otherwise the server searches for names. */
  areComplete: boolean;
  value: string | null;
  onChange: (name: string | null) => void;
};

/** Filters the list by integration name. */
const IntegrationsFilter = ({ names, areComplete, value, onChange }: IntegrationsFilterProps) =>
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

type EventsToolbarProps = {
  search: EventsSearch;
  organizations: readonly number[];
  list: Pick<EventList, 'data' | 'integrations' | 'integrationsAreComplete'> | undefined;
  onNarrow: (change: EventsFilter) => void;
  areFacetsShown: boolean;
  onFacets: () => void;
};

const NO_ROWS: EventList['data'] = [];

/** Search, filters, the time range, and the switch of the facets. */
export const EventsToolbar = (props: EventsToolbarProps) => {
  const { search, organizations, list, onNarrow, areFacetsShown, onFacets } = props;
  const choose = (field: 'status' | 'integration', value: string | null) =>
    onNarrow(chosen(search, field, value ?? undefined));
  return (
    <div className={styles.toolbar}>
      <div className={styles.first}>
        <button
          type="button"
          className={`${buttonClass({ variant: 'secondary', size: 'icon' })} ${styles.facetSwitch}`}
          aria-label="Facets"
          aria-expanded={areFacetsShown}
          title="Facets"
          onClick={onFacets}
        >
          <Icon of={PanelLeft} />
        </button>
        <div className={styles.search}>
          <QueryBox {...{ search, organizations, onNarrow }} rows={list?.data ?? NO_ROWS} />
        </div>
      </div>
      <Filter
        label="Status"
        options={STATUSES}
        value={search.status ?? null}
        onChange={(status) => choose('status', status)}
      />
      <IntegrationsFilter
        names={list?.integrations ?? []}
        areComplete={list?.integrationsAreComplete ?? true}
        value={search.integration ?? null}
        onChange={(integration) => choose('integration', integration)}
      />
      <TimeRangeButton
        value={{ range: search.range, from: search.from, to: search.to }}
        onChange={({ range, from, to }) => onNarrow({ range, from, to })}
      />
    </div>
  );
};
