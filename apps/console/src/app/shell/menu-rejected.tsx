import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import type { ApiClient } from '@portico/api-client';
import { isAdmin } from '@portico/contracts/common/roles';
import { getRejectedAccess } from '@portico/contracts/http/rejected-events';
import { Icon } from '@portico/ui';
import type { MenuConnectProps } from './menu-connect.tsx';
import * as styles from './shell.css.ts';

const accessQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['rejected-access'],
    queryFn: ({ signal }) => api.call(getRejectedAccess, { signal }),
    // The menu leaves the item out.
    meta: { isQuiet: true },
  });

/** The way to rejected events, for operators, managers and publishers; administrators have theirs among the integrations. */
export const MenuRejected = ({ isCollapsed, onNavigate }: MenuConnectProps) => {
  const { api, user } = useRouteContext({ from: '/_portal' });
  const { data } = useQuery({ ...accessQuery(api), enabled: !isAdmin(user.usertype) });
  if (data?.mayCorrect !== true) return null;
  return (
    <nav aria-label="Rejected events" className={styles.group}>
      <Link
        to="/rejected"
        search={{}}
        preload="intent"
        className={styles.item}
        {...(onNavigate && { onClick: onNavigate })}
        {...(isCollapsed && { 'aria-label': 'Rejected', title: 'Rejected' })}
      >
        <Icon of={ShieldAlert} size="lg" />
        {!isCollapsed && 'Rejected'}
      </Link>
    </nav>
  );
};
