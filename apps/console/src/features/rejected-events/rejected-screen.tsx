import { useQuery } from '@tanstack/react-query';
import { SearchX, ShieldCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { SEARCHED_REJECTED } from '@portico/contracts/http/rejected-events';
import { Button, EmptyState, formatNumber, Screen } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { ListPage } from '../../shared/lists/list-page.tsx';
import { Causes } from './causes.tsx';
import { rejectedColumns } from './rejected-columns.tsx';
import type { RejectedNarrowing, RejectedSearch } from './rejected-search.ts';
import { RejectedToolbar } from './rejected-toolbar.tsx';
import { causesQuery, filterOf, rejectedListQuery, rejectedSummaryQuery, useLiveLists } from './rejected.queries.ts';
import * as styles from './rejected-screen.css.ts';
import { RedriveDialog } from './redrive/redrive-dialog.tsx';
import { Runs } from './redrive/runs.tsx';
import { RejectedDialog } from './rejected-dialog.tsx';

export type RejectedScreenProps = {
  search: RejectedSearch;
  onSearchChange: (search: RejectedSearch, options?: { replace: boolean }) => void;
  /** Whether the screen has what it shows: what is beside it comes after it. */
  isSettled: boolean;
  /** Leads back to the integrations, for who has those. */
  back?: ReactNode;
};

/** What a cause leaves of the filter. */
const textAndTime = ({ query, range, from, to }: RejectedSearch) => filterOf({ query, range, from, to });

/** What publishers sent and nobody could take: what is wrong with it, of whom, and a way to correct it. */
export const RejectedScreen = ({ search, onSearchChange, isSettled, back }: RejectedScreenProps) => {
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
    <Screen heading="Rejected events" tools={back}>
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
        <p className={styles.note}>
          The text was looked for in the latest {formatNumber(SEARCHED_REJECTED)} of these events. A shorter time range
          searches all of them.
        </p>
      )}
      <ListPage
        label="Rejected events"
        failure="Rejected events could not be loaded"
        empty={
          <EmptyState
            icon={isNarrowed ? SearchX : ShieldCheck}
            title={isNarrowed ? 'No results.' : 'Nothing was rejected.'}
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
