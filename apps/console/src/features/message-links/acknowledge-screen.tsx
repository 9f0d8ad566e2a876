import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck, Hand, LinkIcon } from 'lucide-react';
import { errorText } from '@portico/api-client';
import { acknowledgeByLink, type AcknowledgeOffer, readAcknowledge } from '@portico/contracts/http/notices';
import { Alert, Button, EmptyState, formatTime, Waiting } from '@portico/ui';
import { usePublicApi } from '../../api/use-api.ts';
import { QUIET } from '../../api/calls.ts';

export type MessageLinkProps = {
  /** Token of the link. */
  token: string;
};

const No = ({ text }: { text: string }) => (
  <EmptyState isFramed icon={LinkIcon} level={1} title="This link is not valid" text={text} />
);

const DONE: Record<Exclude<AcknowledgeOffer['state'], 'open'>, string> = {
  acknowledged: 'It is already acknowledged',
  over: 'It is over already',
};

/** Asks before acknowledging an episode from a message's link, because mail scanners follow links. */
export const AcknowledgeScreen = ({ token }: MessageLinkProps) => {
  const api = usePublicApi();
  const query = useQuery({
    queryKey: ['acknowledge', token],
    queryFn: ({ signal }) => api.call(readAcknowledge, { body: { token }, signal }),
    retry: false,
    gcTime: 0,
    enabled: token !== '',
    // The screen shows failures.
    ...QUIET,
  });
  const take = useMutation({ mutationFn: () => api.call(acknowledgeByLink, { body: { token } }) });
  if (token === '') return <No text="It is not complete. Please open it from the message." />;
  const offer = take.data ?? query.data;
  if (offer === undefined) return query.isError ? <No text={errorText(query.error)} /> : <Waiting text="Loading…" />;
  const { title, text, organization, at, state } = offer;
  const since = [organization, `since ${formatTime(at, 'local', 'short')}`].filter((part) => part !== null).join(', ');
  if (state !== 'open')
    return (
      <EmptyState
        isFramed
        icon={CircleCheck}
        level={1}
        title={take.isSuccess && state === 'acknowledged' ? 'You have taken it' : DONE[state]}
        text={`${title} (${since})`}
      />
    );
  return (
    <EmptyState isFramed icon={Hand} level={1} title={title} text={`${text} (${since})`}>
      {take.error && <Alert variant="danger">{errorText(take.error)}</Alert>}
      <Button isLoading={take.isPending} onPress={() => take.mutate()}>
        Take it
      </Button>
    </EmptyState>
  );
};
