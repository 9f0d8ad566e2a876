import type { Invitation } from '@portico/contracts/http/invitations';
import { Alert, Badge, Button, formatRelative } from '@portico/ui';
import { tellFailure } from '../../shared/messages/toasts.ts';
import * as styles from './invitations.css.ts';
import { useInvitationMutations } from './invitations.queries.ts';
import { roleText } from '../../shared/roles/role-text.ts';
import { serverNow } from '../../shared/time/server-clock.ts';
import { useCopy } from '../../shared/copy/use-copy.ts';

/** The link of an invitation, for a manager who sends it themselves. */
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

export type InvitationListProps = { organizationId: number; invitations: readonly Invitation[] };

const MAIL_TEXT: Record<Invitation['mail'], string> = {
  waiting: 'Not sent yet',
  sent: 'Sent',
  refused: 'Address refused',
  off: 'No mail is sent: copy the link',
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

/** Invitations, what became of each, and what can be done about it. */
export const InvitationList = ({ organizationId, invitations }: InvitationListProps) => {
  const { resend, revoke } = useInvitationMutations(organizationId);
  const isBusy = resend.isPending || revoke.isPending;
  const isOff = invitations.some(({ state, mail }) => state === 'open' && mail === 'off');
  if (invitations.length === 0) return <p className={styles.text}>Nobody has been invited yet.</p>;
  return (
    <>
      {isOff && (
        <Alert variant="info" title="No mail is sent here">
          Copy each link and send it yourself.
        </Alert>
      )}
      <ul className={styles.list} aria-label="Invitations">
        {invitations.map((invitation) => {
          const { id, email, state, link } = invitation;
          return (
            <li key={id} className={styles.row}>
              <div className={styles.who}>
                <div>{email}</div>
                <div className={styles.note}>{noteOf(invitation)}</div>
              </div>
              {state !== 'open' && <Badge>{STATE_TEXT[state]}</Badge>}
              <span className={styles.actions}>
                {link !== null && <CopyLink link={link} email={email} />}
                {(state === 'open' || state === 'expired') && (
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={`Send again to ${email}`}
                    isDisabled={isBusy}
                    onPress={() => resend.mutate(id, { onError })}
                  >
                    Send again
                  </Button>
                )}
                {state === 'open' && (
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={`Revoke the invitation of ${email}`}
                    isDisabled={isBusy}
                    onPress={() => revoke.mutate(id, { onError })}
                  >
                    Revoke
                  </Button>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
};
