import { createFileRoute } from '@tanstack/react-router';
import { MessageLink, useMessageToken } from './-message-link.tsx';
import { VerifyChannelScreen } from '../features/message-links/verify-channel-screen.tsx';

const Asked = () => {
  const token = useMessageToken();
  return (
    <MessageLink title="Verify channel">
      <VerifyChannelScreen key={token} token={token} />
    </MessageLink>
  );
};

/** Where the link of a verification mail leads. */
export const Route = createFileRoute('/verify-channel')({ component: Asked });
