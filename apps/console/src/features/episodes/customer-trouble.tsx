import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Liveness } from '@portico/contracts/http/silence';
import type { Troubles } from '@portico/contracts/http/trouble';
import { EmptyState, formatNumber, Skeleton } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import { nameOf } from '../../shared/health/names.ts';
import { standingOf } from '../../shared/trouble/standing.ts';
import { troubleQuery } from '../../shared/trouble/trouble.queries.ts';
import type { EpisodesSearch } from './episodes-search.ts';
import { Narrowing } from './narrowing.tsx';
import type { Choice } from './narrowing.queries.ts';
import { Nothing } from './nothing.tsx';
import { TroubleCard } from './trouble-card.tsx';
import * as styles from './episodes.css.ts';

export type CustomerTroubleProps = {
  search: EpisodesSearch;
  onSearchChange: (search: EpisodesSearch) => void;
  organizations: readonly Choice[];
  supportEmail: string;
  /** Renders the managers' actions for a silent integration. */
  silentActions: (liveness: Liveness) => ReactNode;
};

type CardsProps = CustomerTroubleProps & { troubles: Troubles };

const Cards = ({ search, organizations, troubles, supportEmail, silentActions }: CardsProps) => {
  const { rows, more } = standingOf(troubles);
  const { organization, integration } = search;
  const shown = rows.filter(
    (row) =>
      (organization === undefined || row.organizationId === organization) &&
      (integration === undefined || row.integrationId === integration),
  );
  if (shown.length === 0)
    return rows.length > 0 ? (
      <EmptyState isFramed icon={SearchX} title="No results." />
    ) : (
      <Nothing search={search} isAdmin={false} />
    );
  return (
    <>
      <ul className={styles.list} aria-label="Integrations with problems">
        {shown.map((trouble) => (
          <TroubleCard
            key={trouble.integrationId}
            {...{ trouble, supportEmail, silentActions }}
            isOwnerShown={organizations.length > 1}
          />
        ))}
      </ul>
      {more > 0 && <p className={styles.note}>{formatNumber(more)} more integrations are not listed.</p>}
    </>
  );
};

/** Current trouble as customers see it, one card per integration. */
export const CustomerTrouble = (props: CustomerTroubleProps) => {
  const { search, onSearchChange, organizations } = props;
  const query = useQuery(troubleQuery(useApi()));
  const { page: _, ...narrowing } = search;
  return (
    <>
      <Narrowing
        {...{ search, organizations }}
        isAdmin={false}
        isPlain
        integrations={(query.data?.data ?? []).map((row) => ({ id: row.integrationId, text: nameOf(row) }))}
        onNarrow={(change) => onSearchChange({ ...narrowing, ...change })}
      />
      {query.isPending && (
        <div aria-busy>
          <Skeleton height="10rem" />
        </div>
      )}
      {query.isError && <LoadFailure title="Current problems could not be loaded" query={query} />}
      {query.data && !(query.isError && query.data.count === 0) && <Cards {...props} troubles={query.data} />}
    </>
  );
};
