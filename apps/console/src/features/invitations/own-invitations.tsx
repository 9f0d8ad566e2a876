import { useQuery } from '@tanstack/react-query';
import { Button, List, ListRow, Note, Row, Stack } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { tellFailure } from '../../shared/messages/toasts.ts';
import { ownInvitationsQuery, useAcceptance } from './invitations.queries.ts';
import { roleText } from '../../shared/roles/role-text.ts';

export const OwnInvitations = () => {
  const api = useApi();
  const { data } = useQuery(ownInvitationsQuery(api));
  const { own } = useAcceptance();
  if (data === undefined || data.count === 0) return null;
  return (
    <List label="Your invitations">
      {data.data.map(({ id, organization, role }) => (
        <ListRow key={id}>
          <Row justify="between">
            <Stack gap={1}>
              <span>You are invited to {organization.name}</span>
              <Note>{roleText(role)}</Note>
            </Stack>
            <Button
              size="sm"
              aria-label={`Accept the invitation to ${organization.name}`}
              isLoading={own.isPending}
              onPress={() => own.mutate(id, { onError: (error) => tellFailure('invitationAccept', error) })}
            >
              Accept
            </Button>
          </Row>
        </ListRow>
      ))}
    </List>
  );
};
