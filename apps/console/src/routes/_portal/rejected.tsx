import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { Title } from '../../app/title.tsx';
import { readRejectedSearch, type RejectedSearch } from '../../features/rejected-events/rejected-search.ts';
import { RejectedScreen } from '../../features/rejected-events/rejected-screen.tsx';

const Rejected = () => {
  const { api, rejected } = Route.useRouteContext();
  const search = Route.useSearch();
  const navigate = useNavigate({ from: '/rejected' });
  const onSearchChange = useCallback(
    (next: RejectedSearch, options?: { replace: boolean }) =>
      void navigate({ search: next, resetScroll: false, ...options }),
    [navigate],
  );
  return (
    <>
      <Title of="Rejected events" />
      <RejectedScreen {...{ api, rejected, search, onSearchChange }} />
    </>
  );
};

/** For operators, managers and publishers: the server answers everybody with what they may correct. */
export const Route = createFileRoute('/_portal/rejected')({
  validateSearch: (search: Record<string, unknown>): RejectedSearch => readRejectedSearch(search),
  component: Rejected,
});
