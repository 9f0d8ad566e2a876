import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { verifyChannelByLink } from '@portico/contracts/http/channels';
import { usePublicApi } from '../../api/use-api.ts';
import { IncompleteLink, LinkDone, LinkQuestion, type MessageLinkProps } from './link-question.tsx';

export const VerifyChannelScreen = ({ token }: MessageLinkProps) => {
  const api = usePublicApi();
  const verify = useMutation({ mutationFn: () => api.call(verifyChannelByLink, { body: { token } }) });
  if (token === '') return <IncompleteLink source="mail" />;
  if (verify.data) {
    const { name, hint } = verify.data;
    return <LinkDone title="The address is verified" text={`Portico now sends notices of ${name} to ${hint}.`} />;
  }
  return (
    <LinkQuestion
      icon={MailCheck}
      title="Verify this e-mail address"
      text="After you verify the address, Portico sends notices to it. If you do not expect notices, close this page."
      action="Verify"
      change={verify}
    />
  );
};
