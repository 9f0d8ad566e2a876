import { createFileRoute } from '@tanstack/react-router';
import { MessageLink, useMessageToken } from './-message-link.tsx';
import { VerifyChannelScreen } from '../features/message-links/verify-channel-screen.tsx';

const VerifyChannelPage = () => {
  const token = useMessageToken();
  return (
    <MessageLink title="Verify channel">
      <VerifyChannelScreen key={token} token={token} />
    </MessageLink>
  );
};

/** The page of the link in a verification mail. */
export const Route = createFileRoute('/verify-channel')({ component: VerifyChannelPage });
