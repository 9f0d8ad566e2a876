import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, ShieldAlert } from 'lucide-react';
import { useCallback } from 'react';
import { buttonClass, Icon, lazyPart, Waiting } from '@portico/ui';
import { useScreenShown } from '../../../app/shell/use-screen-shown.ts';
import { Title } from '../../../app/title.tsx';
import { integrationListQuery } from '../../../features/integrations/integrations.queries.ts';
import { IntegrationsScreen } from '../../../features/integrations/integrations-screen.tsx';
import { isRanked, readIntegrationsSearch, type IntegrationsSearch } from '../../../features/integrations/ranking.ts';
import { readRejectedSearch, type RejectedSearch } from '../../../features/rejected-events/rejected-search.ts';
import * as styles from './-integrations.css.ts';

const RejectedScreen = lazyPart(
  async () => (await import('../../../features/rejected-events/rejected-screen.tsx')).RejectedScreen,
  <Waiting text="Loading…" />,
);

/** The view of rejected events is a part of this tab, whose address the specification ends with its name. */
type TabSearch = IntegrationsSearch & RejectedSearch & { view?: 'rejected' | undefined };

const look = buttonClass({ variant: 'secondary' });
const toRejected = (
  <Link to="/admin/integrations" search={{ view: 'rejected' }} className={look}>
    <Icon of={ShieldAlert} />
    Rejected events
  </Link>
);
const toIntegrations = (
  <Link to="/admin/integrations" search={{}} className={look}>
    <Icon of={ArrowLeft} />
    <span className={styles.word}>Integration Manager</span>
  </Link>
);

const Integrations = () => {
  const { view, ...search } = Route.useSearch();
  const isSettled = useScreenShown();
  const navigate = useNavigate({ from: '/admin/integrations' });
  const onSearchChange = useCallback(
    (next: TabSearch, options?: { replace: boolean }) =>
      void navigate({ search: { view, ...next }, resetScroll: false, ...options }),
    [navigate, view],
  );
  if (view === 'rejected')
    return (
      <>
        <Title of="Rejected events" />
        <RejectedScreen {...{ search, onSearchChange, isSettled }} back={toIntegrations} />
      </>
    );
  return (
    <>
      <Title of="Integration Manager" />
      <IntegrationsScreen {...{ search, onSearchChange }} tools={toRejected} />
    </>
  );
};

export const Route = createFileRoute('/_portal/admin/integrations')({
  // 'refused' is what the view was called before: its address becomes today's, with the rest of its parameters.
  validateSearch: ({ view, ...search }: Record<string, unknown>): TabSearch =>
    view === 'rejected' || view === 'refused'
      ? { view: 'rejected', ...readRejectedSearch(search) }
      : readIntegrationsSearch(search),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps: { view, ...search } }) =>
    view === undefined && !isRanked(search)
      ? void queryClient.prefetchQuery(integrationListQuery(api, search))
      : undefined,
  component: Integrations,
});
