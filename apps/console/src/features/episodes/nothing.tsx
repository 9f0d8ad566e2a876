import { useQuery } from '@tanstack/react-query';
import { CircleCheck, History, SearchX } from 'lucide-react';
import { EmptyState, formatNumber } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import type { EpisodesSearch } from './episodes-search.ts';
import { integrationCountQuery } from './episodes.queries.ts';

const watched = (count: number): string =>
  count === 1 ? 'One integration is monitored.' : `${formatNumber(count)} integrations are monitored.`;

type NothingProps = { isAdmin: boolean; search: EpisodesSearch };

/** The message that no event fails, with the number of monitored integrations. */
export const Nothing = ({ isAdmin, search }: NothingProps) => {
  const api = useApi();
  const { state, organization, integration, assignee } = search;
  const isNarrowed = organization !== undefined || integration !== undefined || assignee !== undefined;
  const isWell = !isNarrowed && state === undefined;
  const count = useQuery({ ...integrationCountQuery(api, isAdmin), enabled: isWell }).data ?? 0;
  if (isNarrowed) return <EmptyState isFramed icon={SearchX} title="No results." />;
  if (state === 'over')
    return (
      <EmptyState isFramed icon={History} title="No integration has failed yet." text="Past episodes appear here." />
    );
  return (
    <EmptyState
      isFramed
      icon={CircleCheck}
      title="No integration is failing."
      {...(count > 0 && { text: watched(count) })}
    />
  );
};
