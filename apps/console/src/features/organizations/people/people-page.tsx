import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { InvitationCreate } from '@portico/contracts/http/invitations';
import type { OrganizationSummary } from '@portico/contracts/http/memberships';
import {
  Alert,
  Button,
  EmptyState,
  Form,
  List,
  Pagination,
  Select,
  Skeleton,
  Stack,
  SubmitButton,
  TextField,
} from '@portico/ui';
import { besideField } from '@portico/ui/styles';
import { useApi } from '../../../api/use-api.ts';
import { explain } from '../../../shared/forms/explain.ts';
import { withToasts } from '../../../shared/lists/with-toasts.ts';
import { LoadFailure } from '../../../shared/messages/load-failure.tsx';
import { ROLE_OPTIONS, ROLE_ABOUT } from '../../../shared/roles/role-text.ts';
import { AssignUsersDialog } from '../assign-users-dialog.tsx';
import { InvitationRow } from './invitation-rows.tsx';
import { MemberRow, RequestRow } from './member-rows.tsx';
import {
  invitationsQuery,
  MEMBERS_SIZE,
  membersQuery,
  requestsQuery,
  useInvitationMutations,
} from './people.queries.ts';
import * as styles from './people-page.css.ts';

const RolesAbout = () => (
  <dl className={styles.roles}>
    {ROLE_OPTIONS.map(({ value, text }) => (
      <div key={value} className={styles.role}>
        <dt className={styles.roleName}>{text}</dt>
        <dd className={styles.roleAbout}>{ROLE_ABOUT[value]}</dd>
      </div>
    ))}
  </dl>
);

const InviteForm = ({ organizationId }: { organizationId: number }) => {
  const { invite } = useInvitationMutations(organizationId);
  const [sent, setSent] = useState(0);
  const fields = useRef<HTMLDivElement>(null);
  // Focuses the e-mail field after each invitation, so that the manager can type the next address.
  useEffect(() => {
    if (sent > 0) fields.current?.querySelector('input')?.focus();
  }, [sent]);
  return (
    <Form
      key={sent}
      aria-label="Invite people"
      schema={InvitationCreate}
      defaultValues={{ email: '', role: 'viewer' as const }}
      explain={explain}
      onSubmit={(values) => withToasts(invite.mutateAsync(values), () => setSent(sent + 1), 'invitationCreate')}
    >
      {({ field }) => (
        <div ref={fields} className={styles.fields}>
          <TextField
            {...field('email')}
            label="Email"
            type="email"
            maxLength={320}
            description="The person gets a link that works once, for seven days."
            isRequired
          />
          <Select {...field('role')} label="Role" options={ROLE_OPTIONS} />
          <div className={besideField}>
            <SubmitButton>Invite</SubmitButton>
          </div>
        </div>
      )}
    </Form>
  );
};

type PeoplePageProps = {
  organization: OrganizationSummary;
  isAdmin: boolean;
  mayManage: boolean;
  approvalFlow: boolean;
};

const People = ({ organization: { id, name } }: Pick<PeoplePageProps, 'organization'>) => {
  const api = useApi();
  const [page, setPage] = useState(1);
  const requests = useQuery(requestsQuery(api, id)).data?.data ?? [];
  const invitations = (useQuery(invitationsQuery(api, id)).data?.data ?? []).filter(
    ({ state }) => state !== 'accepted',
  );
  const query = useQuery(membersQuery(api, id, page));
  const { data, isError, isPlaceholderData } = query;
  if (data === undefined && isError) return <LoadFailure title="The people could not be loaded" query={query} />;
  if (data === undefined) return <Skeleton height="12rem" />;
  const isOff = invitations.some(({ state, mail }) => state === 'open' && mail === 'off');
  if (data.count + requests.length + invitations.length === 0)
    return <EmptyState isFramed icon={UsersRound} title="No people yet" text={`Invite a person to ${name}.`} />;
  return (
    <>
      {isOff && (
        <Alert variant="info" title="Portico cannot send mails here">
          Copy the link of each invitation and send it yourself.
        </Alert>
      )}
      <List label={`People of ${name}`}>
        {requests.map((member) => (
          <RequestRow key={`request ${member.userId}`} organizationId={id} member={member} />
        ))}
        {data.data.map((member) => (
          <MemberRow key={`member ${member.userId}`} organizationId={id} member={member} />
        ))}
        {page === 1 &&
          invitations.map((invitation) => (
            <InvitationRow key={`invitation ${invitation.id}`} organizationId={id} invitation={invitation} />
          ))}
      </List>
      <Pagination
        page={page}
        count={data.count}
        size={MEMBERS_SIZE}
        onPageChange={setPage}
        isBusy={isPlaceholderData}
      />
    </>
  );
};

/** The members, requests and invitations of an organization as one list, for its managers and administrators. */
export const PeoplePage = ({ organization, isAdmin, mayManage, approvalFlow }: PeoplePageProps) => {
  const [isAssigning, setIsAssigning] = useState(false);
  if (!mayManage)
    return (
      <EmptyState
        isFramed
        level={2}
        icon={UsersRound}
        title="Only managers can see people"
        text={`Ask a manager of ${organization.name} to invite a person or to change a role.`}
      />
    );
  return (
    <Stack gap={5}>
      <InviteForm organizationId={organization.id} />
      <details>
        <summary className={styles.summary}>What each role may do</summary>
        <RolesAbout />
      </details>
      {isAdmin && (
        <div>
          <Button variant="secondary" onPress={() => setIsAssigning(true)}>
            Assign users
          </Button>
        </div>
      )}
      <People organization={organization} />
      {isAssigning && <AssignUsersDialog {...{ organization, approvalFlow }} onClose={() => setIsAssigning(false)} />}
    </Stack>
  );
};
