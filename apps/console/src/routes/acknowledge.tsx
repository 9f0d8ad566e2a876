import { lazyPart } from '@portico/ui';
import { createFileRoute } from '@tanstack/react-router';
import { MessageLink, useMessageToken } from './-message-link.tsx';

const AcknowledgeScreen = lazyPart(
  async () => (await import('../features/message-links/acknowledge-screen.tsx')).AcknowledgeScreen,
);

const Asked = () => {
  const token = useMessageToken();
  return (
    <MessageLink title="Acknowledge">
      <AcknowledgeScreen key={token} token={token} />
    </MessageLink>
  );
};

/** Where a message's link to take an episode leads. */
export const Route = createFileRoute('/acknowledge')({ component: Asked });
