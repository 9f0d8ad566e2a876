import { createFileRoute } from '@tanstack/react-router';
import { MessageLink, useMessageToken } from './-message-link.tsx';
import { AcknowledgeScreen } from '../features/message-links/acknowledge-screen.tsx';

const AcknowledgePage = () => {
  const token = useMessageToken();
  return (
    <MessageLink title="Acknowledge">
      <AcknowledgeScreen key={token} token={token} />
    </MessageLink>
  );
};

/** The page of a message's acknowledge link. */
export const Route = createFileRoute('/acknowledge')({ component: AcknowledgePage });
