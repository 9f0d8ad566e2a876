import { useMutation, useQuery } from '@tanstack/react-query';
import { Hand } from 'lucide-react';
import { errorText } from '@portico/api-client';
import { acknowledgeByLink, type AcknowledgeOffer, readAcknowledge } from '@portico/contracts/http/notices';
import { formatTime, Waiting } from '@portico/ui';
import { usePublicApi } from '../../api/use-api.ts';
import { QUIET } from '../../api/calls.ts';
import { IncompleteLink, InvalidLink, LinkDone, LinkQuestion, type MessageLinkProps } from './link-question.tsx';

const STATE_TEXTS: Record<Exclude<AcknowledgeOffer['state'], 'open'>, string> = {
  acknowledged: 'Someone already took this problem',
  over: 'This problem is already over',
};

export const AcknowledgeScreen = ({ token }: MessageLinkProps) => {
  const api = usePublicApi();
  const query = useQuery({
    queryKey: ['acknowledge', token],
    queryFn: ({ signal }) => api.call(readAcknowledge, { body: { token }, signal }),
    retry: false,
    gcTime: 0,
    enabled: token !== '',
    // No toast, because the screen shows errors itself.
    ...QUIET,
  });
  const take = useMutation({ mutationFn: () => api.call(acknowledgeByLink, { body: { token } }) });
  if (token === '') return <IncompleteLink source="message" />;
  const offer = take.data ?? query.data;
  if (offer === undefined)
    return query.isError ? <InvalidLink text={errorText(query.error)} /> : <Waiting text="Loading…" />;
  const { title, text, organization, at, state } = offer;
  const since = [organization, `since ${formatTime(at, 'local', 'short')}`].filter((part) => part !== null).join(', ');
  if (state !== 'open')
    return (
      <LinkDone
        title={take.isSuccess && state === 'acknowledged' ? 'You have taken it' : STATE_TEXTS[state]}
        text={`${title} (${since})`}
      />
    );
  return <LinkQuestion icon={Hand} title={title} text={`${text} (${since})`} action="Take it" change={take} />;
};
