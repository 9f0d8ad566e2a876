import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { BackLink } from '../../../app/back-link.tsx';
import { Title } from '../../../app/title.tsx';
import { ChannelPage } from '../../../features/notifications/channels/channel-page.tsx';

const back = (
  <BackLink to="/notifications" search={{ tab: 'channels' }}>
    Channels
  </BackLink>
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
