import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useRouteContext } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import { Icon } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { rejectedAccessQuery } from '../palette/rejected-access.ts';
import type { MenuConnectProps } from './menu-connect.tsx';
import { RejectedCount } from './rejected-count.tsx';
import * as styles from './shell.css.ts';

const OWN: LinkProps = { to: '/rejected', search: {} };

/** The way to rejected events, for operators, managers and publishers; administrators have theirs among the integrations. */
export const MenuRejected = ({ isCollapsed, onNavigate }: MenuConnectProps) => {
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
