import { createFileRoute, redirect } from '@tanstack/react-router';
import { Title } from '../../../app/title.tsx';
import { FunctionsScreen } from '../../../features/admin-functions/functions-screen.tsx';

const Functions = () => (
  <>
    <Title of="Functions" />
    <FunctionsScreen />
  </>
);

export const Route = createFileRoute('/_portal/admin/functions')({
  // Dead letters were once a view of this tab. Old links are redirected to the path of the dead letters.
  beforeLoad: ({ search }) => {
    const { view, ...rest } = search as Record<string, unknown>;
    if (view === 'dead-letters') throw redirect({ to: '/dead-letters', search: rest, replace: true });
  },
  component: Functions,
});
