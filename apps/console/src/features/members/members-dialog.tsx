import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrganizationSummary } from '@portico/contracts/http/memberships';
import { Dialog, Pagination, Skeleton } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import { RolesAbout } from '../../shared/roles/roles-about.tsx';
import { MemberRows, RequestRows } from './member-rows.tsx';
import * as styles from './members.css.ts';
import { MEMBERS_SIZE, membersQuery, requestsQuery } from './members.queries.ts';

export type MembersDialogProps = { organization: OrganizationSummary; onClose: () => void };

/** Who belongs to an organization and what they may do, and who asks to join it; for its managers. */
export const MembersDialog = ({ organization: { id, name }, onClose }: MembersDialogProps) => {
  const api = useApi();
  const [page, setPage] = useState(1);
  const requests = useQuery(requestsQuery(api, id)).data;
  const query = useQuery(membersQuery(api, id, page));
  const { data, isError, isPlaceholderData } = query;
  return (
    <Dialog title={`Members of ${name}`} onClose={onClose}>
      <div className={styles.content}>
        <RolesAbout />
        {requests && requests.count > 0 && (
          <div className={styles.part}>
            <h3 className={styles.heading}>Requests to join</h3>
            <p className={styles.text}>People you approve become viewers.</p>
            <RequestRows organizationId={id} members={requests.data} />
          </div>
        )}
        <div className={styles.part}>
          <h3 className={styles.heading}>Members</h3>
          {data === undefined && !isError && <Skeleton height="6rem" />}
          {data === undefined && isError && (
            <LoadFailure isInside title="The members could not be loaded" query={query} />
          )}
          {data && <MemberRows organizationId={id} members={data.data} />}
          {data && (
            <Pagination
              page={page}
              count={data.count}
              size={MEMBERS_SIZE}
              onPageChange={setPage}
              isBusy={isPlaceholderData}
            />
          )}
        </div>
      </div>
    </Dialog>
  );
};
