import { createFileRoute } from '@tanstack/react-router';
import { MessageLink } from './-message-link.tsx';
import { AcknowledgeScreen } from '../features/message-links/acknowledge-screen.tsx';

export const Route = createFileRoute('/acknowledge')({
  component: () => (
    <MessageLink title="Acknowledge">{(token) => <AcknowledgeScreen key={token} token={token} />}</MessageLink>
  ),
});
