import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { buttonClass, Icon } from '@portico/ui';
import { Title } from '../../../app/title.tsx';
import { ChannelPage } from '../../../features/notifications/channels/channel-page.tsx';

const back = (
  <Link to="/notifications" search={{ tab: 'channels' }} className={buttonClass({ variant: 'secondary' })}>
    <Icon of={ArrowLeft} />
    Channels
  </Link>
);

const OneChannel = () => {
  const id = Number(Route.useParams().id);
  const navigate = useNavigate();
  return (
    <>
      <Title of="Channel" />
      <ChannelPage
        key={id}
        {...{ id, back }}
        onDeleted={() => void navigate({ to: '/notifications', search: { tab: 'channels' } })}
      />
    </>
  );
};

/** One notification channel. The settings link in a message leads to this page. */
export const Route = createFileRoute('/_portal/notifications/channels/$id')({ component: OneChannel });
