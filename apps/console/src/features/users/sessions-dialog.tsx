import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  endOtherSessions,
  endSession,
  endUserSessions,
  listSessions,
  listUserSessions,
  type SessionRow,
} from '@portico/contracts/http/sessions';
import { Badge, Button, Dialog, formatTime, List, ListRow, Note, Row, Stack } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { Ago } from '../../shared/health/ago.tsx';
import { RowButton } from '../../shared/lists/row-button.tsx';
import { LoadState } from '../../shared/messages/load-failure.tsx';
import { tellFailure } from '../../shared/messages/toasts.ts';

/** The owner of the sessions; absent for the viewer's own sessions. */
type Owner = { id: number; name: string };

const onError = (error: unknown) => tellFailure('sessionEnd', error);

const useSessions = (owner: Owner | undefined) => {
  const api = useApi();
  const queryClient = useQueryClient();
  const key = ['sessions', owner?.id ?? 'own'];
  const onSettled = () => void queryClient.invalidateQueries({ queryKey: key });
  const params = { id: owner?.id ?? 0 };
  return {
    query: useQuery({
      queryKey: key,
      queryFn: ({ signal }) =>
        owner ? api.call(listUserSessions, { params, signal }) : api.call(listSessions, { signal }),
      staleTime: 0,
      gcTime: 0,
    }),
    endOne: useMutation({ mutationFn: (id: number) => api.call(endSession, { params: { id } }), onError, onSettled }),
    endAll: useMutation({
      mutationFn: () => (owner ? api.call(endUserSessions, { params }) : api.call(endOtherSessions)),
      onError,
      onSettled,
    }),
  };
};

type SessionItemProps = { session: SessionRow; isBusy: boolean; onEnd: () => void };

const SessionItem = ({ session, isBusy, onEnd }: SessionItemProps) => {
  const { device, address, startedAt, lastUsedAt, signedInBy, isCurrent } = session;
  return (
    <ListRow>
      <Row justify="between">
        <Stack gap={1}>
          <Row>
            <span>{device}</span>
            {isCurrent && <Badge tone="success">This device</Badge>}
          </Row>
          <Note>
            {address === '' ? 'Unknown network' : `Network ${address}`} · last used <Ago at={lastUsedAt} />
          </Note>
          <Note>
            Signed in on {formatTime(startedAt)} by {new URL(signedInBy).host}
          </Note>
        </Stack>
        {!isCurrent && (
          <RowButton
            variant="ghost"
            text="End"
            target={`the session of ${device} since ${formatTime(startedAt)}`}
            isDisabled={isBusy}
            onPress={onEnd}
          />
        )}
      </Row>
    </ListRow>
  );
};

export type SessionsDialogProps = { owner?: Owner; onClose: () => void };

/** Lists a user's sessions, with buttons that end a session. */
export const SessionsDialog = ({ owner, onClose }: SessionsDialogProps) => {
  const { query, endOne, endAll } = useSessions(owner);
  const isBusy = endOne.isPending || endAll.isPending;
  const sessions = query.data?.data;
  const hasOthers = sessions?.some(({ isCurrent }) => !isCurrent) === true;
  const hasCurrent = sessions?.some(({ isCurrent }) => isCurrent) === true;
  const content = () => {
    if (!sessions) return <LoadState isInside title="Sessions could not be loaded" query={query} height="6rem" />;
    if (sessions.length === 0) return <Note>No one is signed in.</Note>;
    return (
      <List label="Sessions">
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} isBusy={isBusy} onEnd={() => endOne.mutate(session.id)} />
        ))}
      </List>
    );
  };
  return (
    <Dialog
      title={owner ? `Sessions of ${owner.name}` : 'Sessions'}
      onClose={onClose}
      footer={
        hasOthers && (
          <Button variant="danger" isLoading={endAll.isPending} onPress={() => endAll.mutate()}>
            {hasCurrent ? 'End all other sessions' : 'End all sessions'}
          </Button>
        )
      }
    >
      <Stack gap={4}>
        <Note>
          Portico signs out an ended session within two seconds.
          {hasCurrent && ' To end the session of this device, log out.'}
        </Note>
        {content()}
      </Stack>
    </Dialog>
  );
};
