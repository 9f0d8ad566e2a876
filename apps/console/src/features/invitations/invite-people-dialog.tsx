import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { InvitationCreate } from '@portico/contracts/http/invitations';
import type { OrganizationSummary } from '@portico/contracts/http/memberships';
import { Dialog, Form, Select, Skeleton, SubmitButton, TextField } from '@portico/ui';
import { besideField } from '@portico/ui/styles';
import { useApi } from '../../api/use-api.ts';
import { explain } from '../../shared/forms/explain.ts';
import { RolesAbout } from '../../shared/roles/roles-about.tsx';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import { withToasts } from '../../shared/lists/with-toasts.ts';
import { InvitationList } from './invitation-list.tsx';
import * as styles from './invitations.css.ts';
import { invitationsQuery, useInvitationMutations } from './invitations.queries.ts';
import { ROLE_OPTIONS } from '../../shared/roles/role-text.ts';

export type InvitePeopleDialogProps = { organization: OrganizationSummary; onClose: () => void };

const InviteForm = ({ organization }: Omit<InvitePeopleDialogProps, 'onClose'>) => {
  const { invite } = useInvitationMutations(organization.id);
  const [sent, setSent] = useState(0);
  const fields = useRef<HTMLDivElement>(null);
  // The next address can be typed at once.
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
          <TextField {...field('email')} label="Email" type="email" maxLength={320} isRequired />
          <Select {...field('role')} label="Role" options={ROLE_OPTIONS} />
          <div className={besideField}>
            <SubmitButton>Invite</SubmitButton>
          </div>
        </div>
      )}
    </Form>
  );
};

/** Invites people into an organization by e-mail, and shows what became of it. */
export const InvitePeopleDialog = ({ organization, onClose }: InvitePeopleDialogProps) => {
  const api = useApi();
  const query = useQuery(invitationsQuery(api, organization.id));
  const { data, isError } = query;
  return (
    <Dialog title={`Invite people to ${organization.name}`} onClose={onClose}>
      <div className={styles.content}>
        <p className={styles.text}>Each gets a link that works once, for seven days, for their e-mail address.</p>
        <RolesAbout />
        <InviteForm organization={organization} />
        {data && <InvitationList organizationId={organization.id} invitations={data.data} />}
        {!data && !isError && <Skeleton height="6rem" />}
        {!data && isError && <LoadFailure isInside title="The invitations could not be loaded" query={query} />}
      </div>
    </Dialog>
  );
};
