import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { isAdmin } from '@portico/contracts/common/roles';
import { useApi } from '../../../api/use-api.ts';
import { Title } from '../../../app/title.tsx';
import { useSearchChange } from '../../../app/use-search-change.ts';
import { useConfig } from '../../../app/use-config.ts';
import { readEpisodesSearch } from '../../../features/episodes/episodes-search.ts';
import { EpisodesScreen, type EpisodesScreenProps } from '../../../features/episodes/episodes-screen.tsx';
import { membershipsQuery } from '../../../features/own-organizations/membership.queries.ts';
import { speaksPlainly } from '../-speaks-plainly.ts';
import { MissedActions } from '../../../features/silence/missed-actions.tsx';

const silentActions: EpisodesScreenProps['silentActions'] = (liveness) => <MissedActions liveness={liveness} />;

const Episodes = () => {
  const api = useApi();
  const { user } = Route.useRouteContext();
  const { supportEmail } = useConfig();
  const isViewerAdmin = isAdmin(user.usertype);
  const { data } = useQuery({ ...membershipsQuery(api), enabled: !isViewerAdmin });
  const own = (data?.data ?? []).filter(({ approved }) => approved);
  const onSearchChange = useSearchChange('/episodes');
  return (
    <>
      <Title of="Episodes" />
      <EpisodesScreen
        onSearchChange={onSearchChange}
        viewer={user.id}
        isAdmin={isViewerAdmin}
        isPlain={speaksPlainly(user.usertype)}
        organizations={own.map(({ organization }) => ({ id: organization.id, text: organization.name }))}
        search={readEpisodesSearch(Route.useSearch())}
        supportEmail={supportEmail}
        silentActions={silentActions}
      />
    </>
  );
};

export const Route = createFileRoute('/_portal/_trouble/episodes')({
  component: Episodes,
});
