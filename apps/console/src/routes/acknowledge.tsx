import { createFileRoute } from '@tanstack/react-router';
import { MessageLink, useMessageToken } from './-message-link.tsx';
import { AcknowledgeScreen } from '../features/message-links/acknowledge-screen.tsx';

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
