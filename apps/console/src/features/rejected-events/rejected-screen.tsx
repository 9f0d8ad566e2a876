import { REJECTION_CODES } from '@portico/contracts/events/integration-event';
import { useQuery } from '@tanstack/react-query';
import { SearchX, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { SEARCHED_REJECTED, type RejectedEvent, type RejectedSummary } from '@portico/contracts/http/rejected-events';
import {
  Button,
  EmptyState,
  formatNumber,
  Screen,
  Badge,
  formatTime,
  type Column,
  Filter,
  Note,
  SearchBox,
} from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { ListPage } from '../../shared/lists/list-page.tsx';
import { Causes } from './causes.tsx';
import type { RejectedNarrowing, RejectedSearch } from './rejected-search.ts';
import { causesQuery, filterOf, rejectedListQuery, rejectedSummaryQuery, useLiveLists } from './rejected.queries.ts';
import * as styles from './rejected-screen.css.ts';
import { RedriveDialog } from './redrive/redrive-dialog.tsx';
import { Runs } from './redrive/runs.tsx';
import { RejectedDialog } from './rejected-dialog.tsx';
import { codeText, integrationText, pointerText, integrationChoices } from './rejected-texts.ts';
import { TimeRangeButton } from '../../shared/time/time-range-button.tsx';

type RejectedToolbarProps = {
  search: RejectedNarrowing;
  summary: readonly RejectedSummary[];
  onNarrow: (change: RejectedNarrowing) => void;
};

const RejectedToolbar = ({ search, summary, onNarrow }: RejectedToolbarProps) => {
  const { query = '', integration, code, range, from, to } = search;
  const choices = integrationChoices(summary);
  const chosen = choices.find(({ id }) => id === integration)?.text;
  const unlisted =
    integration === undefined ? null : integrationText({ integration_id: integration || null, integration: null });
  return (
    <div className={styles.toolbar}>
      <div className={styles.search}>
        <SearchBox
          placeholder="Search rejected events..."
          value={query}
          onSearch={(term) => onNarrow({ query: term || undefined })}
        />
      </div>
      <Filter
        label="Integration"
        options={choices.map(({ text }) => text)}
        value={chosen ?? unlisted}
        onChange={(text) => onNarrow({ integration: choices.find((choice) => choice.text === text)?.id })}
      />
      <Filter
        label="Reason"
        options={REJECTION_CODES.map(codeText)}
        value={code === undefined ? null : codeText(code)}
        onChange={(text) =>
          onNarrow({ code: REJECTION_CODES.find((known) => codeText(known) === text), pointer: undefined })
        }
      />
      <TimeRangeButton
        value={{ range, from, to }}
        onChange={(chosenRange) => onNarrow({ range: undefined, from: undefined, to: undefined, ...chosenRange })}
      />
    </div>
  );
};

const rejectedColumns: readonly Column<RejectedEvent>[] = [
  { id: 'integration', header: 'Integration', inCard: 'title', cell: integrationText },
  { id: 'organization', header: 'Organization', inCard: 'noteNext', cell: ({ organization }) => organization ?? '–' },
  {
    id: 'reason',
    header: 'Reason',
    inCard: 'line',
    cell: ({ rejection }) => (
      <span className={styles.reason}>
        <span className={styles.code}>{codeText(rejection.code)}</span>
        <span className={styles.why}>{rejection.reason}</span>
      </span>
    ),
  },
  {
    id: 'pointer',
    header: 'Error location',
    inCard: 'lineEnd',
    cell: ({ rejection }) => <code className={styles.pointer}>{pointerText(rejection.pointer)}</code>,
  },
  {
    id: 'published',
    header: 'Published',
    inCard: 'note',
    cell: ({ published_at }) => <time dateTime={published_at}>{formatTime(published_at)}</time>,
  },
  {
    id: 'state',
    header: 'State',
    inCard: 'titleEnd',
    cell: ({ isListed }) => (isListed ? <Badge tone="success">Corrected</Badge> : <Badge>Rejected</Badge>),
  },
];

type RejectedScreenProps = {
  search: RejectedSearch;
  onSearchChange: (search: RejectedSearch, options?: { replace: boolean }) => void;
  /** Whether the screen's data has loaded. Correction runs and the live count load only after this data. */
  isSettled: boolean;
};

/** The text and time filters. A correction run of a cause covers only events that match these filters. */
const textAndTime = ({ query, range, from, to }: RejectedSearch) => filterOf({ query, range, from, to });

/** Lists rejected events and their causes. The viewer can correct an event, or all events of a cause. */
export const RejectedScreen = ({ search, onSearchChange, isSettled }: RejectedScreenProps) => {
  const api = useApi();
  useLiveLists(isSettled);
  const query = useQuery(rejectedListQuery(api, search));
  const causes = useQuery(causesQuery(api, search)).data;
  const summary = useQuery(rejectedSummaryQuery(api)).data?.data ?? [];
  const [opened, setOpened] = useState<string | null>(null);
  const [isCorrecting, setCorrecting] = useState(false);
  const { page: _, ...narrowing } = search;
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  const cause = causes?.data.find(({ code, pointer }) => code === search.code && pointer === search.pointer);
  const narrow = (change: RejectedNarrowing) => onSearchChange({ ...narrowing, ...change });
  return (
    <Screen heading="Rejected events">
      <RejectedToolbar search={search} summary={summary} onNarrow={narrow} />
      {causes !== undefined && causes.data.length > 0 && (
        <Causes
          causes={causes.data}
          count={causes.count}
          selected={search}
          onSelect={(cause) => narrow({ code: cause?.code, pointer: cause?.pointer })}
        />
      )}
      {isSettled && <Runs />}
      {cause?.integrations.some(({ integration_id }) => integration_id !== null) && (
        <div>
          <Button variant="secondary" onPress={() => setCorrecting(true)}>
            Correct all…
          </Button>
        </div>
      )}
      {query.data?.isComplete === false && (
        <Note>
          Portico searched only the latest {formatNumber(SEARCHED_REJECTED)} of these events. Choose a shorter time
          range to search all events.
        </Note>
      )}
      <ListPage
        label="Rejected events"
        failure="Rejected events could not be loaded"
        empty={
          <EmptyState
            icon={isNarrowed ? SearchX : ShieldCheck}
            title={isNarrowed ? 'No results.' : 'No event was rejected.'}
          />
        }
        columns={rejectedColumns}
        query={query}
        search={search}
        onSearchChange={onSearchChange}
        onOpen={({ id }) => setOpened(id)}
      />
      {isCorrecting && cause && (
        <RedriveDialog cause={cause} filter={textAndTime(search)} onClose={() => setCorrecting(false)} />
      )}
      {opened !== null && <RejectedDialog id={opened} onClose={() => setOpened(null)} />}
    </Screen>
  );
};
