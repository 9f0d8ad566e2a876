import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session } from '@portico/contracts/http/identity';
import {
  allowViewAccess,
  endViewAccess,
  getViewAccess,
  startView,
  VIEW_HOURS,
  VIEW_WITHOUT_END,
  type ViewAccess,
} from '@portico/contracts/http/view-access';
import { Button, formatTime, Note, Row, SectionHeader, Stack, TextField } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { ActionDialog } from '../../../shared/messages/action-dialog.tsx';
import { tellFailure } from '../../../shared/messages/toasts.ts';

const onError = (error: unknown) => tellFailure('viewAccess', error);

type ViewDialogProps = { id: number; onViewed: (session: Session) => void; onClose: () => void };

const ViewDialog = ({ id, onViewed, onClose }: ViewDialogProps) => {
  const api = useApi();
  const [reason, setReason] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.call(startView, { body: { organizationId: id, reason } }),
  });
  return (
    <ActionDialog
      title="View as a customer"
      action="View"
      change={{ isPending, error }}
      onAct={() => mutate(undefined, { onSuccess: onViewed })}
      onClose={onClose}
    >
      <p>
        For up to 15 minutes you see what a viewer of this organization sees. You cannot change anything during that
        time.
      </p>
      <TextField label="Reason" value={reason} onChange={setReason} maxLength={500} isRequired />
    </ActionDialog>
  );
};

const GRANTS = {
  1: 'Allow for 1 hour',
  8: 'Allow for 8 hours',
  24: 'Allow for 24 hours',
  always: 'Allow until someone ends it',
} as const satisfies Record<(typeof VIEW_HOURS)[number], string>;

type GrantProps = { id: number; access: ViewAccess; mayAllow: boolean };

const Grant = ({ id, access, mayAllow }: GrantProps) => {
  const api = useApi();
  const queryClient = useQueryClient();
  const key = viewAccessKey(id);
  const params = { id };
  const allow = useMutation({
    mutationFn: (hours: (typeof VIEW_HOURS)[number]) => api.call(allowViewAccess, { params, body: { hours } }),
    onSuccess: (next) => queryClient.setQueryData(key, next),
    onError,
  });
  const end = useMutation({
    mutationFn: () => api.call(endViewAccess, { params }),
    onError,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: key }),
  });
  const isBusy = allow.isPending || end.isPending;
  return (
    <Row>
      {mayAllow &&
        VIEW_HOURS.map((hours) => (
          <Button key={hours} variant="secondary" isDisabled={isBusy} onPress={() => allow.mutate(hours)}>
            {GRANTS[hours]}
          </Button>
        ))}
      {access.until !== null && (
        <Button variant="danger" isDisabled={isBusy} onPress={() => end.mutate()}>
          End access now
        </Button>
      )}
    </Row>
  );
};

const viewAccessKey = (id: number) => ['view-access', id];

type SupportViewProps = {
  id: number;
  /** Starts a support view. Only set for administrators, who may start a support view, but not allow one. */
  onViewed?: ((session: Session) => void) | undefined;
};

/** Lets managers allow support views of their organization, and lets administrators start an allowed view. */
export const SupportView = ({ id, onViewed }: SupportViewProps) => {
  const api = useApi();
  const [isAsking, setIsAsking] = useState(false);
  const { data: access } = useQuery({
    queryKey: viewAccessKey(id),
    queryFn: ({ signal }) => api.call(getViewAccess, { params: { id }, signal }),
    meta: { isQuiet: true },
    staleTime: 0,
  });
  if (access === undefined) return null;
  const { until, allowedBy } = access;
  const since =
    until === null
      ? 'Administrators may not view this organization now.'
      : `Access is allowed${allowedBy ? ` by ${allowedBy}` : ''} until ${until === VIEW_WITHOUT_END ? 'revoked' : formatTime(until)}.`;
  return (
    <Stack gap={4}>
      <SectionHeader
        heading="Support"
        lead="A manager can let administrators see this organization as a viewer does. They cannot change anything."
        tools={
          onViewed && (
            <Button variant="secondary" isDisabled={until === null} onPress={() => setIsAsking(true)}>
              View as a customer
            </Button>
          )
        }
      />
      <Note>{since}</Note>
      <Grant {...{ id, access }} mayAllow={!onViewed} />
      {isAsking && onViewed && <ViewDialog id={id} onViewed={onViewed} onClose={() => setIsAsking(false)} />}
    </Stack>
  );
};
