import { createFileRoute, Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { buttonClass, Icon } from '@portico/ui';
import { useScreenShown } from '../../../app/shell/use-screen-shown.ts';
import { Title } from '../../../app/title.tsx';
import { ConnectPage } from '../../../features/connect/connect-page.tsx';
import { connectQuery } from '../../../features/connect/connect.queries.ts';

const back = (
  <Link to="/connect" className={buttonClass({ variant: 'secondary' })}>
    <Icon of={ArrowLeft} />
    All integrations
  </Link>
);

const ConnectOne = () => {
  const { api, live, rejected } = Route.useRouteContext();
  const isScreenShown = useScreenShown();
  const id = Number(Route.useParams().id);
  return (
    <>
      <Title of="Connect" />
      <ConnectPage key={id} {...{ api, live, rejected, id, isScreenShown, back }} />
    </>
  );
};

/** How one integration is connected, for its publishers and managers; to everybody else it does not exist. */
export const Route = createFileRoute('/_portal/connect/$id')({
  loader: ({ context: { api, queryClient }, params: { id } }) =>
    void queryClient.prefetchQuery(connectQuery(api, Number(id))),
  component: ConnectOne,
});
