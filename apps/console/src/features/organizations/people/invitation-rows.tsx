import type { Invitation } from '@portico/contracts/http/invitations';
import { Badge, Button, formatRelative } from '@portico/ui';
import { RowButton } from '../../../shared/lists/row-button.tsx';
import { tellFailure } from '../../../shared/messages/toasts.ts';
import { useInvitationMutations } from './people.queries.ts';
import { Person } from './person.tsx';
import { roleText } from '../../../shared/roles/role-text.ts';
import { serverNow } from '../../../shared/time/server-clock.ts';
import { useCopy } from '../../../shared/copy/use-copy.ts';

/** Copies the link of an invitation, for managers who send the link themselves. */
const CopyLink = ({ link, email }: { link: string; email: string }) => {
  const { isCopied, copy } = useCopy();
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={isCopied ? `Copied the link of ${email}` : `Copy link of ${email}`}
      onPress={() => void copy(link)}
    >
      {isCopied ? 'Copied' : 'Copy link'}
    </Button>
  );
};

const MAIL_TEXT: Record<Invitation['mail'], string> = {
  waiting: 'Not sent yet',
  sent: 'Sent',
  refused: 'Address refused',
  off: 'Portico sends no mail: copy the link',
};

const STATE_TEXT: Record<Exclude<Invitation['state'], 'open'>, string> = {
  accepted: 'Accepted',
  revoked: 'Revoked',
  expired: 'Expired',
};

const noteOf = ({ role, state, mail, expiresAt }: Invitation): string => {
  const how = state === 'open' ? [MAIL_TEXT[mail], `ends ${formatRelative(expiresAt, serverNow())}`] : [];
  return [roleText(role), ...how].join(' · ');
};

const onError = (error: unknown) => tellFailure('invitationUpdate', error);

export const InvitationRow = ({ organizationId, invitation }: { organizationId: number; invitation: Invitation }) => {
  const { resend, revoke } = useInvitationMutations(organizationId);
  const isBusy = resend.isPending || revoke.isPending;
  const { id, email, state, link } = invitation;
  return (
    <Person
      name={email}
      note={noteOf(invitation)}
      state={<Badge>{state === 'open' ? 'Invited' : STATE_TEXT[state]}</Badge>}
    >
      {link !== null && <CopyLink link={link} email={email} />}
      {(state === 'open' || state === 'expired') && (
        <RowButton
          variant="ghost"
          text="Send again"
          target={`to ${email}`}
          isDisabled={isBusy}
          onPress={() => resend.mutate(id, { onError })}
        />
      )}
      {state === 'open' && (
        <RowButton
          variant="ghost"
          text="Revoke"
          target={`the invitation of ${email}`}
          isDisabled={isBusy}
          onPress={() => revoke.mutate(id, { onError })}
        />
      )}
    </Person>
  );
};
