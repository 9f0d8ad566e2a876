import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { Webhook } from 'lucide-react';
import { buttonClass, Icon, Row } from '@portico/ui';
import { useScreenShown } from '../../../app/shell/use-screen-shown.ts';
import { BackLink } from '../../../app/back-link.tsx';
import { Title } from '../../../app/title.tsx';
import { ConnectPage } from '../../../features/connect/connect-page.tsx';
import type { ConnectPanelProps } from '../../../features/connect/connect-panel.tsx';
import { connectQuery } from '../../../features/connect/connect.queries.ts';
import { readTestSearch, type TestSearch } from '../../../features/connect/test-data/test-search.ts';

const toolsOf = (id: number) => (
  <Row gap={2}>
    <Link to="/connect/$id/hooks" params={{ id: String(id) }} className={buttonClass({ variant: 'secondary' })}>
      <Icon of={Webhook} />
      Webhooks
    </Link>
    <BackLink to="/connect">All integrations</BackLink>
  </Row>
);

const TESTS: TestSearch = { test: 'on' };

const ConnectOne = () => {
  const isScreenShown = useScreenShown();
  const id = Number(Route.useParams().id);
  const navigate = useNavigate();
  const testLink: ConnectPanelProps['testLink'] = (props) => (
    <Link to="/connect/$id" params={{ id: String(id) }} search={TESTS} resetScroll={false} {...props} />
  );
  const testData: ConnectPanelProps['testData'] = {
    search: readTestSearch(Route.useSearch()),
    onSearchChange: (search, options) =>
      void navigate({ to: '/connect/$id', params: { id: String(id) }, search, resetScroll: false, ...options }),
  };
  return (
    <>
      <Title of="Connect" />
      <ConnectPage key={id} {...{ id, isScreenShown, testLink, testData }} back={toolsOf(id)} />
    </>
  );
};

/** For publishers and managers of the integration. For other users, the page does not exist. */
export const Route = createFileRoute('/_portal/connect/$id')({
  loader: ({ context: { api, queryClient }, params: { id } }) =>
    void queryClient.prefetchQuery(connectQuery(api, Number(id))),
  component: ConnectOne,
});
