import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { Siren } from 'lucide-react';
import { isAdmin } from '@portico/contracts/common/roles';
import { Icon } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { useScope } from '../../features/own-organizations/use-scope.ts';
import { standingOf } from '../../shared/trouble/standing.ts';
import { troubleQuery } from '../../shared/trouble/trouble.queries.ts';
import type { MenuConnectProps } from './menu-connect.tsx';
import { count as look } from './rejected-count.css.ts';
import * as styles from './shell.css.ts';

/** The way to what is wrong, with how many integrations are: for administrators, and members of an organization. */
export const MenuAlerts = ({ isCollapsed, onNavigate }: MenuConnectProps) => {
  const { user } = useRouteContext({ from: '/_portal' });
  const { isMember } = useScope(isAdmin(user.usertype));
  const standing = useQuery({ ...troubleQuery(useApi()), enabled: isMember, select: standingOf }).data;
  const wrong = standing?.wrong ?? 0;
  if (!isMember) return null;
  const integrations = wrong === 1 ? 'integration' : 'integrations';
  const text = wrong === 0 ? 'Episodes' : `Episodes: ${wrong.toLocaleString()} ${integrations} failing or silent`;
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
        {wrong > 0 && (
          <span aria-hidden className={look}>
            {wrong > 999 ? '999+' : wrong}
          </span>
        )}
      </div>
    </nav>
  );
};
