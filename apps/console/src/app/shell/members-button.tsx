import { useQuery } from '@tanstack/react-query';
import type { OrganizationSummary } from '@portico/contracts/http/memberships';
import { Button } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { requestsQuery } from '../../features/members/members.queries.ts';

export type MembersButtonProps = { organization: OrganizationSummary; onPress: () => void };

/** The way to the members of an organization that the viewer manages; it says how many ask to join. */
export const MembersButton = ({ organization: { id, name }, onPress }: MembersButtonProps) => {
  const api = useApi();
  const count = useQuery(requestsQuery(api, id)).data?.count ?? 0;
  const waiting = count === 0 ? '' : `${count} ${count === 1 ? 'request' : 'requests'}`;
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={`Members of ${name}${waiting && `, ${waiting} to join`}`}
      onPress={onPress}
    >
      Members{waiting && ` · ${waiting}`}
    </Button>
  );
};
