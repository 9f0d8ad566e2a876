import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SessionUser } from '../session/session-store.ts';
import { Icon } from '@portico/ui';
import { Logo } from './logo.tsx';
import { navigationFor } from './navigation.ts';
import * as styles from './shell.css.ts';
import { UserMenu } from './user-menu.tsx';

export type SidePanelProps = {
  user: SessionUser;
  /** Pictures only. */
  isCollapsed?: boolean;
  /** The button that collapses or closes the panel. */
  control: ReactNode;
  onNavigate?: () => void;
};

/** Logo, navigation and user menu: the content of the sidebar and of the drawer. */
export const SidePanel = ({ user, isCollapsed = false, control, onNavigate }: SidePanelProps) => (
  <div className={styles.panel} {...(isCollapsed && { 'data-collapsed': true })}>
    <div className={styles.panelHead}>
      <Logo to="/" isSmall={isCollapsed} />
      {control}
    </div>
    <nav aria-label="Main">
      {navigationFor(user.usertype).map(({ title, items }) => (
        <div key={title} className={styles.group}>
          {title !== null && !isCollapsed && <p className={styles.groupTitle}>{title}</p>}
          {items.map(({ to, text, icon, isExact = false }) => (
            <Link
              key={to}
              to={to}
              preload="intent"
              activeOptions={{ exact: isExact, includeSearch: false }}
              className={styles.item}
              {...(onNavigate && { onClick: onNavigate })}
              {...(isCollapsed && { 'aria-label': text, title: text })}
            >
              <Icon of={icon} size="lg" />
              {!isCollapsed && text}
            </Link>
          ))}
        </div>
      ))}
    </nav>
    <div className={styles.panelFoot}>
      <UserMenu user={user} isSmall={isCollapsed} />
    </div>
  </div>
);
