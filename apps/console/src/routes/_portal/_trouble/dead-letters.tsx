import { createFileRoute } from '@tanstack/react-router';
import { adminsOnly } from '../../../app/guards.ts';
import { Title } from '../../../app/title.tsx';
import { useSearchChange } from '../../../app/use-search-change.ts';
import { LettersScreen } from '../../../features/dead-letters/letters-screen.tsx';
import { readLettersSearch } from '../../../features/dead-letters/letters-search.ts';

const DeadLetters = () => {
  const onSearchChange = useSearchChange('/dead-letters');
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
