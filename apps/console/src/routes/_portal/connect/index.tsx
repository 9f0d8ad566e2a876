import { createFileRoute } from '@tanstack/react-router';
import { Title } from '../../../app/title.tsx';
import { ConnectedList } from '../../../features/connect/connected-list.tsx';
import { connectedQuery } from '../../../features/connect/connect.queries.ts';

const Connect = () => {
  const { api } = Route.useRouteContext();
  return (
    <>
      <Title of="Connect" />
      <ConnectedList api={api} />
    </>
  );
};

/** The integrations that the viewer connects; the server answers everybody with their own. */
export const Route = createFileRoute('/_portal/connect/')({
  loader: ({ context: { api, queryClient } }) => void queryClient.prefetchQuery(connectedQuery(api)),
  component: Connect,
});
