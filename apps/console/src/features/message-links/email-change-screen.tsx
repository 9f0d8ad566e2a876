import { useMutation } from '@tanstack/react-query';
import { CircleCheck, LinkIcon, MailCheck, ShieldAlert } from 'lucide-react';
import { errorText } from '@portico/api-client';
import { cancelEmailChange, confirmEmailChange, type EmailChangeResult } from '@portico/contracts/http/email-changes';
import { Alert, Button, EmptyState } from '@portico/ui';
import { usePublicApi } from '../../api/use-api.ts';
import type { MessageLinkProps } from './acknowledge-screen.tsx';

export type EmailChangeScreenProps = MessageLinkProps & { what: 'confirm' | 'cancel' };

const QUESTIONS = {
  confirm: {
    call: confirmEmailChange,
    icon: MailCheck,
    title: 'Confirm this e-mail address',
    text: 'Your account uses it from then on. If you expected no change, close this page.',
    action: 'Confirm',
  },
  cancel: {
    call: cancelEmailChange,
    icon: ShieldAlert,
    title: 'Keep your e-mail address',
    text: 'The change is canceled. If it was confirmed already, your account gets its address back.',
    action: 'Keep my address',
  },
} as const;

const ANSWERS: Record<EmailChangeResult['state'], { title: string; text: (email: string) => string }> = {
  confirmed: { title: 'The address is confirmed', text: (email) => `Log in with ${email} from now on.` },
  canceled: { title: 'The change is canceled', text: (email) => `Your account keeps ${email}.` },
  restored: { title: 'You have your address back', text: (email) => `Log in with ${email}.` },
};

/** Asks before a mail's link changes anything, because mail scanners follow links. */
export const EmailChangeScreen = ({ token, what }: EmailChangeScreenProps) => {
  const api = usePublicApi();
  const { call, icon, title, text, action } = QUESTIONS[what];
  const settle = useMutation({ mutationFn: () => api.call(call, { body: { token } }) });
  if (token === '')
    return (
      <EmptyState
        isFramed
        icon={LinkIcon}
        level={1}
        title="This link is not valid"
        text="It is not complete. Please open it from the mail."
      />
    );
  if (settle.data) {
    const answer = ANSWERS[settle.data.state];
    return (
      <EmptyState isFramed icon={CircleCheck} level={1} title={answer.title} text={answer.text(settle.data.email)} />
    );
  }
  return (
    <EmptyState isFramed icon={icon} level={1} title={title} text={text}>
      {settle.error && <Alert variant="danger">{errorText(settle.error)}</Alert>}
      <Button isLoading={settle.isPending} onPress={() => settle.mutate()}>
        {action}
      </Button>
    </EmptyState>
  );
};
