import { useQuery } from '@tanstack/react-query';
import { MailCheck, MailX } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorText } from '@portico/api-client';
import { readInvitation, type InvitationOffer } from '@portico/contracts/http/invitations';
import type { OwnMembership } from '@portico/contracts/http/memberships';
import { Alert, Button, EmptyState, Waiting } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { useAcceptance } from './invitations.queries.ts';
import { roleText } from '../../shared/roles/role-text.ts';
import { QUIET } from '../../api/calls.ts';

type InvitationScreenProps = {
  token: string;
  email: string;
  onAccepted: (membership: OwnMembership) => void;
  onLogout: () => void;
  /** Link that leaves the screen. */
  children: ReactNode;
};

const REASONS: Record<Exclude<InvitationOffer['state'], 'open'>, string> = {
  accepted: 'This invitation has already been accepted.',
  revoked: 'This invitation was revoked. Please ask for a new one.',
  expired: 'This invitation has expired. Please ask for a new one.',
};

const Refusal = ({ text, children }: { text: string; children: ReactNode }) => (
  <EmptyState isFramed icon={MailX} level={1} title="This invitation cannot be accepted" text={text}>
    {children}
  </EmptyState>
);

export const InvitationScreen = (props: InvitationScreenProps) => {
  const api = useApi();
  const { token, email, onAccepted, onLogout, children } = props;
  const { data: offer, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => api.call(readInvitation, { body: { token }, signal }),
    retry: false,
    gcTime: 0,
    enabled: token !== '',
    // No toast, because the screen shows errors itself.
    ...QUIET,
  });
  const { byToken } = useAcceptance();
  // The viewer's own acceptance also ends the state `open` of the invitation. The screen must not show this as an error.
  const isTaken = byToken.isPending || byToken.isSuccess;
  if (token === '')
    return <Refusal text="Part of the link is missing. Please open the link from the mail.">{children}</Refusal>;
  if (error && !isTaken) return <Refusal text={errorText(error)}>{children}</Refusal>;
  if (offer === undefined) return <Waiting text="Loading…" />;
  if (offer.state !== 'open' && !isTaken) return <Refusal text={REASONS[offer.state]}>{children}</Refusal>;
  if (!offer.isForCaller)
    return (
      <Refusal
        text={`This invitation is for ${offer.email}, but you are signed in as ${email}. Log out, then open the link again.`}
      >
        <Button onPress={onLogout}>Logout</Button>
        {children}
      </Refusal>
    );
  return (
    <EmptyState
      isFramed
      icon={MailCheck}
      level={1}
      title={`Join ${offer.organization.name}`}
      text={`You are invited as ${roleText(offer.role).toLowerCase()}. You are signed in as ${email}.`}
    >
      {byToken.error && <Alert variant="danger">{errorText(byToken.error)}</Alert>}
      <Button isLoading={isTaken} onPress={() => byToken.mutate(token, { onSuccess: onAccepted })}>
        Accept the invitation
      </Button>
      {children}
    </EmptyState>
  );
};
