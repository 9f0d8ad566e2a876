import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { adminsOnly } from '../../../app/guards.ts';
import { Title } from '../../../app/title.tsx';
import { LettersScreen } from '../../../features/dead-letters/letters-screen.tsx';
import { type LettersSearch, readLettersSearch } from '../../../features/dead-letters/letters-search.ts';

const DeadLetters = () => {
  const navigate = useNavigate();
  const onSearchChange = useCallback(
    (search: LettersSearch, options?: { replace: boolean }) =>
      void navigate({ to: '/dead-letters', search, resetScroll: false, ...options }),
    [navigate],
  );
  return (
    <>
      <Title of="Dead letters" />
      <LettersScreen search={readLettersSearch(Route.useSearch())} onSearchChange={onSearchChange} />
    </>
  );
};

// The screen parses the URL, because a route's validation is part of the first load.
export const Route = createFileRoute('/_portal/_trouble/dead-letters')({
  beforeLoad: adminsOnly,
  component: DeadLetters,
});
