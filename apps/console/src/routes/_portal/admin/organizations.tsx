import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { OrganizationSummary } from '@portico/contracts/http/memberships';
import { Title } from '../../../app/title.tsx';
import { useConfig } from '../../../app/use-config.ts';
import { organizationListQuery } from '../../../features/organizations/organizations.queries.ts';
import { OrganizationsScreen } from '../../../features/organizations/organizations-screen.tsx';
import { readListSearch, type ListSearch } from '../../../shared/lists/list-search.ts';
import { InvitePeopleDialog } from '../../../features/invitations/invite-people-dialog.tsx';
import { MembersDialog } from '../../../features/members/members-dialog.tsx';

const Organizations = () => {
  const { approvalFlow } = useConfig();
  const search = Route.useSearch();
  const navigate = useNavigate({ from: '/admin/organizations' });
  const onSearchChange = useCallback(
    (next: ListSearch, options?: { replace: boolean }) =>
      void navigate({ search: next, resetScroll: false, ...options }),
    [navigate],
  );
  const [invitedInto, setInvitedInto] = useState<OrganizationSummary | null>(null);
  const [membersOf, setMembersOf] = useState<OrganizationSummary | null>(null);
  return (
    <>
      <Title of="Organizations" />
      <OrganizationsScreen
        {...{ approvalFlow, search, onSearchChange }}
        onInvite={setInvitedInto}
        onMembers={setMembersOf}
      />
      {membersOf && <MembersDialog organization={membersOf} onClose={() => setMembersOf(null)} />}
      {invitedInto && <InvitePeopleDialog organization={invitedInto} onClose={() => setInvitedInto(null)} />}
    </>
  );
};

export const Route = createFileRoute('/_portal/admin/organizations')({
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps }) => void queryClient.prefetchQuery(organizationListQuery(api, deps)),
  component: Organizations,
});
