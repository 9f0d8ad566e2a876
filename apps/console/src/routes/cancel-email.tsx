import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { MessageLink, useMessageToken } from './-message-link.tsx';

const EmailChangeScreen = lazy(async () => ({
  default: (await import('../features/message-links/email-change-screen.tsx')).EmailChangeScreen,
}));

const Asked = () => {
  const token = useMessageToken();
  return (
    <MessageLink title="Keep e-mail">
      <EmailChangeScreen key={token} token={token} what="cancel" />
    </MessageLink>
  );
};

/** Where the link of the mail to the old e-mail address leads. */
export const Route = createFileRoute('/cancel-email')({ component: Asked });
