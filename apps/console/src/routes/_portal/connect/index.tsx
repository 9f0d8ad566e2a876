import { createFileRoute, redirect } from '@tanstack/react-router';
import { isAdmin } from '@portico/contracts/common/roles';
import { Title } from '../../../app/title.tsx';
import { ConnectedList } from '../../../features/connect/connected-list.tsx';
import { connectedQuery } from '../../../features/connect/connect.queries.ts';

const Connect = () => {
  return (
    <>
      <Title of="Connect" />
      <ConnectedList />
    </>
  );
};

/** The integrations that the viewer publishes for or manages. Administrators connect all of them: they go to Integrations. */
export const Route = createFileRoute('/_portal/connect/')({
  beforeLoad: ({ context: { user } }) => {
    if (isAdmin(user.usertype)) throw redirect({ to: '/admin/integrations', replace: true });
  },
  loader: ({ context: { api, queryClient } }) => void queryClient.prefetchQuery(connectedQuery(api)),
  component: Connect,
});
