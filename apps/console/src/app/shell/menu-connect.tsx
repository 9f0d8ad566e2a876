import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PlugZap } from 'lucide-react';
import { Icon } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { connectedQuery } from '../../features/connect/connect.queries.ts';
import * as styles from './shell.css.ts';

export type MenuConnectProps = { isCollapsed: boolean; onNavigate: (() => void) | undefined };

/** The way to the integrations that the viewer connects, for who connects one. */
export const MenuConnect = ({ isCollapsed, onNavigate }: MenuConnectProps) => {
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
