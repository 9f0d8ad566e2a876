import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { ApiClient } from '@portico/api-client';
import { REJECTION_CODES } from '@portico/contracts/events/integration-event';
import { EmptyState, Filter, Screen } from '@portico/ui';
import { ListPage } from '../../shared/lists/list-page.tsx';
import { rejectedColumns } from './rejected-columns.tsx';
import type { RejectedSearch } from './rejected-search.ts';
import { RejectedSummaryCards } from './rejected-summary.tsx';
import { codeText } from './rejected-texts.ts';
import { rejectedListQuery, rejectedSummaryQuery } from './rejected.queries.ts';
import * as styles from './rejected-screen.css.ts';

const RejectedDialog = lazy(async () => ({ default: (await import('./rejected-dialog.tsx')).RejectedDialog }));

export type RejectedScreenProps = {
  api: ApiClient;
  search: RejectedSearch;
  onSearchChange: (search: RejectedSearch, options?: { replace: boolean }) => void;
  /** Leads back to the integrations. */
  back: ReactNode;
};

/** What publishers sent and nobody could take: how much of whom, why, and a way to correct it. */
export const RejectedScreen = ({ api, search, onSearchChange, back }: RejectedScreenProps) => {
  const query = useQuery(rejectedListQuery(api, search));
  const summary = useQuery(rejectedSummaryQuery(api)).data?.data ?? [];
  const [opened, setOpened] = useState<string | null>(null);
  const code = REJECTION_CODES.find((known) => known === search.code);
  return (
    <Screen
      heading="Rejected events"
      lead="Events rejected in the last 30 days, with the reason and the original bytes."
      tools={back}
    >
      {summary.length > 0 && (
        <RejectedSummaryCards
          summary={summary}
          selected={search.integration}
          onSelect={(integration) => onSearchChange({ code: search.code, integration })}
        />
      )}
      <div className={styles.toolbar}>
        <Filter
          label="Reason"
          options={REJECTION_CODES.map(codeText)}
          value={code === undefined ? null : codeText(code)}
          onChange={(text) =>
            onSearchChange({
              integration: search.integration,
              code: REJECTION_CODES.find((known) => codeText(known) === text),
            })
          }
        />
      </div>
      <ListPage
        label="Rejected events"
        failure="Rejected events could not be loaded"
        empty={<EmptyState icon={ShieldCheck} title="Nothing was rejected." />}
        columns={rejectedColumns}
        query={query}
        search={search}
        onSearchChange={onSearchChange}
        onOpen={({ id }) => setOpened(id)}
      />
      {opened !== null && (
        <Suspense>
          <RejectedDialog api={api} id={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </Screen>
  );
};
