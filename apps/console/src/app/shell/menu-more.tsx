import { useQuery } from '@tanstack/react-query';
import { Siren, ShieldAlert, PlugZap } from 'lucide-react';
import { isAdmin } from '@portico/contracts/common/roles';
import { Icon } from '@portico/ui';
import { useRouteContext, Link, type LinkProps } from '@tanstack/react-router';
import { MenuOrganizations } from './menu-organizations.tsx';
import { MenuViews } from './menu-views.tsx';
import { useApi } from '../../api/use-api.ts';
import { useScope } from '../../features/own-organizations/use-scope.ts';
import { standingOf } from '../../shared/trouble/standing.ts';
import { troubleQuery } from '../../shared/trouble/trouble.queries.ts';
import { count as look } from './rejected-count.css.ts';
import * as styles from './shell.css.ts';
import { rejectedAccessQuery } from '../palette/rejected-access.ts';
import { RejectedCount } from './rejected-count.tsx';
import { connectedQuery } from '../../features/connect/connect.queries.ts';

type MenuConnectProps = { isCollapsed: boolean; onNavigate: (() => void) | undefined };

/** The way to the integrations that the viewer connects, for who connects one. */
const MenuConnect = ({ isCollapsed, onNavigate }: MenuConnectProps) => {
  const api = useApi();
  const { data } = useQuery(connectedQuery(api));
  if (data === undefined || data.count === 0) return null;
  return (
    <nav aria-label="Your integrations" className={styles.group}>
      <Link
        to="/connect"
        preload="intent"
        className={styles.item}
        {...(onNavigate && { onClick: onNavigate })}
        {...(isCollapsed && { 'aria-label': 'Connect', title: 'Connect' })}
      >
        <Icon of={PlugZap} size="lg" />
        {!isCollapsed && 'Connect'}
      </Link>
    </nav>
  );
};

const OWN: LinkProps = { to: '/rejected', search: {} };

/** The way to rejected events, for operators, managers and publishers; administrators have theirs among the integrations. */
const MenuRejected = ({ isCollapsed, onNavigate }: MenuConnectProps) => {
  const api = useApi();
  const { user } = useRouteContext({ from: '/_portal' });
  const { data } = useQuery(rejectedAccessQuery(api, user.usertype));
  if (data?.mayCorrect !== true) return null;
  return (
    <nav aria-label="Rejected events" className={styles.group}>
      <div className={styles.place}>
        <Link
          {...OWN}
          preload="intent"
          className={styles.item}
          {...(onNavigate && { onClick: onNavigate })}
          {...(isCollapsed && { 'aria-label': 'Rejected', title: 'Rejected' })}
        >
          <Icon of={ShieldAlert} size="lg" />
          {!isCollapsed && 'Rejected'}
        </Link>
        <RejectedCount place={OWN} onNavigate={onNavigate} />
      </div>
    </nav>
  );
};

/** The way to what is wrong, with how many integrations are: for administrators, and members of an organization. */
const MenuAlerts = ({ isCollapsed, onNavigate }: MenuConnectProps) => {
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

/** What the menu has once the screen is shown: what the viewer connects and corrects, and the views that they pinned. */
export const MenuMore = (props: MenuConnectProps) => {
  const { user } = useRouteContext({ from: '/_portal' });
  return (
    <>
      <MenuOrganizations {...props} />
      <MenuAlerts {...props} />
      <MenuConnect {...props} />
      <MenuRejected {...props} />
      {!props.isCollapsed && user.usertype !== 'LEAD' && <MenuViews onNavigate={props.onNavigate} />}
    </>
  );
};
