import { createFileRoute } from '@tanstack/react-router';
import { MessageLink, useMessageToken } from './-message-link.tsx';
import { EmailChangeScreen } from '../features/message-links/email-change-screen.tsx';

const ConfirmEmailPage = () => {
  const token = useMessageToken();
  return (
    <MessageLink title="Confirm e-mail">
      <EmailChangeScreen key={token} token={token} what="confirm" />
    </MessageLink>
  );
};

/** The page of the link in the mail to a new e-mail address. */
export const Route = createFileRoute('/confirm-email')({ component: ConfirmEmailPage });
