import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { Siren } from 'lucide-react';
import { isAdmin } from '@portico/contracts/common/roles';
import { Icon } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { useScope } from '../../features/own-organizations/use-scope.ts';
import { episodeSummaryQuery } from '../../shared/episodes/episodes.queries.ts';
import type { MenuConnectProps } from './menu-connect.tsx';
import { count as look } from './rejected-count.css.ts';
import * as styles from './shell.css.ts';

/** The way to what fails, with how many do: for administrators, and members of an organization. */
export const MenuAlerts = ({ isCollapsed, onNavigate }: MenuConnectProps) => {
  const api = useApi();
  const { user } = useRouteContext({ from: '/_portal' });
  const { isMember } = useScope(isAdmin(user.usertype));
  const { data } = useQuery({ ...episodeSummaryQuery(api), enabled: isMember });
  if (!isMember) return null;
  const open = data?.open ?? 0;
  const text = open === 0 ? 'Episodes' : `Episodes: ${open.toLocaleString()} failing now`;
  return (
    <nav aria-label="Alerts" className={styles.group}>
      <div className={styles.place}>
        <Link
          to="/episodes"
          preload="intent"
          activeOptions={{ includeSearch: false }}
          className={styles.item}
          aria-label={text}
          {...(onNavigate && { onClick: onNavigate })}
          {...(isCollapsed && { title: text })}
        >
          <Icon of={Siren} size="lg" />
          {!isCollapsed && 'Episodes'}
        </Link>
        {open > 0 && (
          <span aria-hidden className={look}>
            {open > 999 ? '999+' : open}
          </span>
        )}
      </div>
    </nav>
  );
};
