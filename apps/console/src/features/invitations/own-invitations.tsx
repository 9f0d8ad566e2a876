import { useQuery } from '@tanstack/react-query';
import { Button } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { tellFailure } from '../../shared/messages/toasts.ts';
import * as styles from './invitations.css.ts';
import { ownInvitationsQuery, useAcceptance } from './invitations.queries.ts';
import { roleText } from '../../shared/roles/role-text.ts';

/** Open invitations to the viewer; nothing when there is none. */
export const OwnInvitations = () => {
  const api = useApi();
  const { data } = useQuery(ownInvitationsQuery(api));
  const { own } = useAcceptance();
  if (data === undefined || data.count === 0) return null;
  return (
    <ul className={styles.list} aria-label="Your invitations">
      {data.data.map(({ id, organization, role }) => (
        <li key={id} className={styles.row}>
          <div className={styles.who}>
            <div>You are invited to {organization.name}</div>
            <div className={styles.note}>{roleText(role)}</div>
          </div>
          <Button
            size="sm"
            aria-label={`Accept the invitation to ${organization.name}`}
            isLoading={own.isPending}
            onPress={() => own.mutate(id, { onError: (error) => tellFailure('invitationAccept', error) })}
          >
            Accept
          </Button>
        </li>
      ))}
    </ul>
  );
};
