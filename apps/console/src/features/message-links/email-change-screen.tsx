import { useMutation } from '@tanstack/react-query';
import { MailCheck, ShieldAlert } from 'lucide-react';
import { cancelEmailChange, confirmEmailChange, type EmailChangeResult } from '@portico/contracts/http/email-changes';
import { usePublicApi } from '../../api/use-api.ts';
import { IncompleteLink, LinkDone, LinkQuestion, type MessageLinkProps } from './link-question.tsx';

type EmailChangeScreenProps = MessageLinkProps & { what: 'confirm' | 'cancel' };

const QUESTIONS = {
  confirm: {
    call: confirmEmailChange,
    icon: MailCheck,
    title: 'Confirm this e-mail address',
    text: 'After you confirm, your account uses this address. If you did not ask for this change, close this page.',
    action: 'Confirm',
  },
  cancel: {
    call: cancelEmailChange,
    icon: ShieldAlert,
    title: 'Keep your e-mail address',
    text: 'This cancels the change of address. If the change was already confirmed, your account gets its old address back.',
    action: 'Keep my address',
  },
} as const;

const ANSWERS: Record<EmailChangeResult['state'], { title: string; text: (email: string) => string }> = {
  confirmed: { title: 'The address is confirmed', text: (email) => `Log in with ${email} from now on.` },
  canceled: { title: 'The change is canceled', text: (email) => `Your account keeps ${email}.` },
  restored: { title: 'Your old address is restored', text: (email) => `Log in with ${email}.` },
};

export const EmailChangeScreen = ({ token, what }: EmailChangeScreenProps) => {
  const api = usePublicApi();
  const { call, ...question } = QUESTIONS[what];
  const settle = useMutation({ mutationFn: () => api.call(call, { body: { token } }) });
  if (token === '') return <IncompleteLink source="mail" />;
  if (!settle.data) return <LinkQuestion {...question} change={settle} />;
  const { title, text } = ANSWERS[settle.data.state];
  return <LinkDone title={title} text={text(settle.data.email)} />;
};
