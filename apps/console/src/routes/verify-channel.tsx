import { createFileRoute } from '@tanstack/react-router';
import { MessageLink } from './-message-link.tsx';
import { VerifyChannelScreen } from '../features/message-links/verify-channel-screen.tsx';

export const Route = createFileRoute('/verify-channel')({
  component: () => (
    <MessageLink title="Verify channel">{(token) => <VerifyChannelScreen key={token} token={token} />}</MessageLink>
  ),
});
