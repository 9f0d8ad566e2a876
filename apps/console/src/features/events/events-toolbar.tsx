import { PanelLeft } from 'lucide-react';
import type { EventList } from '@portico/contracts/http/events';
import { buttonClass, Filter, Icon, lazyPart, PanelFilter, SearchBox, SearchChoice } from '@portico/ui';
import { RESULTS } from '@portico/contracts/events/choices';
import { type EventsFilter, type EventsSearch } from './events-search.ts';
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

/** The search box for events. It accepts a text or a query, and does not run a query with an error. */
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

const DEBOUNCE_MS = 300;

type ChoiceProps = { value: string | null; onChange: (name: string | null) => void };

/** Finds integrations by part of their name. Before the viewer types, offers the first names and the selected name. */
const IntegrationSearch = ({ value, onChange }: ChoiceProps) => {
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
  const names = debounced !== '' || value === null || found.includes(value) ? found : [value, ...found];
  const isIncomplete = !isOutdated && data?.isComplete === false;
  return (
    <SearchChoice
      label="Integrations"
      placeholder="Search integrations..."
      {...{ value, onChange }}
      search={{
        term,
        setTerm,
        status: isOutdated || (data === undefined && isFetching) ? 'loading' : isError ? 'failed' : 'ready',
        items: isOutdated ? [] : names.map((name) => ({ id: name, text: name })),
        retry: () => void refetch(),
      }}
      {...(isIncomplete && { note: 'The list is not complete. Type part of a name to find more integrations.' })}
    />
  );
};

type IntegrationsFilterProps = ChoiceProps & {
  names: readonly string[];
  /** Whether `names` contains all names. Otherwise the server searches for names. */
  areComplete: boolean;
};

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
        options={RESULTS}
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
