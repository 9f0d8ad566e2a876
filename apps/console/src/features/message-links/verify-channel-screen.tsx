import { useMutation } from '@tanstack/react-query';
import { CircleCheck, LinkIcon, MailCheck } from 'lucide-react';
import { errorText } from '@portico/api-client';
import { verifyChannelByLink } from '@portico/contracts/http/channels';
import { Alert, Button, EmptyState } from '@portico/ui';
import { usePublicApi } from '../../api/use-api.ts';
import type { MessageLinkProps } from './acknowledge-screen.tsx';

/** Asks before verifying an address from a mail's link, because mail scanners follow links. */
export const VerifyChannelScreen = ({ token }: MessageLinkProps) => {
  const api = usePublicApi();
  const verify = useMutation({ mutationFn: () => api.call(verifyChannelByLink, { body: { token } }) });
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
  if (verify.data)
    return (
      <EmptyState
        isFramed
        icon={CircleCheck}
        level={1}
        title="The address is verified"
        text={`Notices of ${verify.data.name} are sent to ${verify.data.hint} from now on.`}
      />
    );
  return (
    <EmptyState
      isFramed
      icon={MailCheck}
      level={1}
      title="Verify this e-mail address"
      text="Notices are sent to it from then on. If you expect none, close this page."
    >
      {verify.error && <Alert variant="danger">{errorText(verify.error)}</Alert>}
      <Button isLoading={verify.isPending} onPress={() => verify.mutate()}>
        Verify
      </Button>
    </EmptyState>
  );
};
