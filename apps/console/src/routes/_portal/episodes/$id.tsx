import { createFileRoute } from '@tanstack/react-router';
import { BackLink } from '../../../app/back-link.tsx';
import { Title } from '../../../app/title.tsx';
import { EpisodePage } from '../../../features/episodes/page/episode-page.tsx';
import { speaksPlainly } from '../-speaks-plainly.ts';

const back = (
  <BackLink to="/episodes" search={{}}>
    Episodes
  </BackLink>
);

const OneEpisode = () => {
  const { user } = Route.useRouteContext();
  const id = Number(Route.useParams().id);
  return (
    <>
      <Title of="Episode" />
      <EpisodePage key={id} {...{ id, back }} viewer={user.id} isPlain={speaksPlainly(user.usertype)} />
    </>
  );
};

/** The page of one episode. The route has no loader, because every page's first load would include the loader's code. */
export const Route = createFileRoute('/_portal/episodes/$id')({ component: OneEpisode });
