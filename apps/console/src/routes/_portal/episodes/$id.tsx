import { createFileRoute, Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { buttonClass, Icon } from '@portico/ui';
import { Title } from '../../../app/title.tsx';
import { EpisodePage } from '../../../features/episodes/page/episode-page.tsx';
import { speaksPlainly } from '../-speaks-plainly.ts';

const back = (
  <Link to="/episodes" search={{}} className={buttonClass({ variant: 'secondary' })}>
    <Icon of={ArrowLeft} />
    Episodes
  </Link>
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

/** One episode, which does not exist for viewers without the right. No loader: its code would be part of every page's first load. */
export const Route = createFileRoute('/_portal/episodes/$id')({ component: OneEpisode });
