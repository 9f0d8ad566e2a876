import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import { isAdmin, type Usertype } from '@portico/contracts/common/roles';
import { getRejectedAccess } from '@portico/contracts/http/rejected-events';

/** Whether the viewer corrects rejected events; administrators, who have theirs among the integrations, do not ask. */
export const rejectedAccessQuery = (api: ApiClient, usertype: Usertype) =>
  queryOptions({
    queryKey: ['rejected-access'],
    queryFn: ({ signal }) => api.call(getRejectedAccess, { signal }),
    enabled: !isAdmin(usertype),
    // Menu and palette leave the way there out.
    meta: { isQuiet: true },
  });
