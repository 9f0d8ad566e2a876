import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useScreenShown } from '../../../app/shell/use-screen-shown.ts';
import { Title } from '../../../app/title.tsx';
import { readRejectedSearch, type RejectedSearch } from '../../../features/rejected-events/rejected-search.ts';
import { RejectedScreen } from '../../../features/rejected-events/rejected-screen.tsx';

const Rejected = () => {
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
      <RejectedScreen {...{ search, onSearchChange }} isSettled={useScreenShown()} />
    </>
  );
};

export const Route = createFileRoute('/_portal/_trouble/rejected')({
  validateSearch: readRejectedSearch,
  component: Rejected,
});
