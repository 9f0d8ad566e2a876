import { useRouteContext } from '@tanstack/react-router';
import { MenuAlerts } from './menu-alerts.tsx';
import { MenuConnect, type MenuConnectProps } from './menu-connect.tsx';
import { MenuRejected } from './menu-rejected.tsx';
import { MenuViews } from './menu-views.tsx';

/** What the menu has once the screen is shown: what the viewer connects and corrects, and the views that they pinned. */
export const MenuMore = (props: MenuConnectProps) => {
  const { user } = useRouteContext({ from: '/_portal' });
  return (
    <>
      <MenuAlerts {...props} />
      <MenuConnect {...props} />
      <MenuRejected {...props} />
      {!props.isCollapsed && user.usertype !== 'LEAD' && <MenuViews onNavigate={props.onNavigate} />}
    </>
  );
};
