import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, MailWarning } from 'lucide-react';
import { useCallback } from 'react';
import { buttonClass, Icon, lazyPart, Waiting } from '@portico/ui';
import { Title } from '../../../app/title.tsx';
import { FunctionsScreen } from '../../../features/admin-functions/functions-screen.tsx';
import type { LettersSearch } from '../../../features/dead-letters/letters-search.ts';

const LettersView = lazyPart(
  async () => (await import('../../../features/dead-letters/letters-view.tsx')).LettersView,
  <Waiting text="Loading…" />,
);

/** Dead letters are a part of this tab. Their view reads the rest of the address. */
type FunctionsSearch = { view?: 'dead-letters' | undefined; service?: string; state?: string; page?: number };

const look = buttonClass({ variant: 'secondary' });
const toLetters = (
  <Link to="/admin/functions" search={{ view: 'dead-letters' }} className={look}>
    <Icon of={MailWarning} />
    Dead letters
  </Link>
);
const toFunctions = (
  <Link to="/admin/functions" search={{}} className={look}>
    <Icon of={ArrowLeft} />
    Functions
  </Link>
);

const Functions = () => {
  const { view, ...search } = Route.useSearch();
  const navigate = useNavigate({ from: '/admin/functions' });
  const onSearchChange = useCallback(
    (next: LettersSearch, options?: { replace: boolean }) =>
      void navigate({ search: { view: 'dead-letters', ...next } as FunctionsSearch, resetScroll: false, ...options }),
    [navigate],
  );
  if (view === 'dead-letters')
    return (
      <>
        <Title of="Dead letters" />
        <LettersView {...{ search, onSearchChange }} back={toFunctions} />
      </>
    );
  return (
    <>
      <Title of="Functions" />
      <FunctionsScreen tools={toLetters} />
    </>
  );
};

export const Route = createFileRoute('/_portal/admin/functions')({
  validateSearch: ({ view, ...search }: Record<string, unknown>): FunctionsSearch =>
    view === 'dead-letters' ? { view, ...search } : {},
  component: Functions,
});
