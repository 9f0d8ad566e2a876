import { createFileRoute } from '@tanstack/react-router';
import { useScreenShown } from '../../../app/shell/use-screen-shown.ts';
import { Title } from '../../../app/title.tsx';
import { useSearchChange } from '../../../app/use-search-change.ts';
import { readRejectedSearch } from '../../../features/rejected-events/rejected-search.ts';
import { RejectedScreen } from '../../../features/rejected-events/rejected-screen.tsx';

const Rejected = () => {
  const search = Route.useSearch();
  const onSearchChange = useSearchChange('/rejected');
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
