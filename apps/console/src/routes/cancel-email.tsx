import { createFileRoute } from '@tanstack/react-router';
import { MessageLink, useMessageToken } from './-message-link.tsx';
import { EmailChangeScreen } from '../features/message-links/email-change-screen.tsx';

const CancelEmailPage = () => {
  const token = useMessageToken();
  return (
    <MessageLink title="Keep e-mail">
      <EmailChangeScreen key={token} token={token} what="cancel" />
    </MessageLink>
  );
};

/** The page of the link in the mail to the old e-mail address. */
export const Route = createFileRoute('/cancel-email')({ component: CancelEmailPage });
