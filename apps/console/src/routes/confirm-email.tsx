import { createFileRoute } from '@tanstack/react-router';
import { MessageLink } from './-message-link.tsx';
import { EmailChangeScreen } from '../features/message-links/email-change-screen.tsx';

export const Route = createFileRoute('/confirm-email')({
  component: () => (
    <MessageLink title="Confirm e-mail">
      {(token) => <EmailChangeScreen key={token} token={token} what="confirm" />}
    </MessageLink>
  ),
});
