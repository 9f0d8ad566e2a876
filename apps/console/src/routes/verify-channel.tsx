import { lazyPart } from '@portico/ui';
import { createFileRoute } from '@tanstack/react-router';
import { MessageLink, useMessageToken } from './-message-link.tsx';

const VerifyChannelScreen = lazyPart(
  async () => (await import('../features/message-links/verify-channel-screen.tsx')).VerifyChannelScreen,
);

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
