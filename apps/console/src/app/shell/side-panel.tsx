import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SessionUser } from '../session/session-store.ts';
import { Icon } from '@portico/ui';
import { visuallyHidden } from '@portico/ui/styles';
import { COMMAND_KEY } from './command-key.ts';
import { Logo } from './logo.tsx';
import { navigationFor } from './navigation.ts';
import * as styles from './shell.css.ts';
import { openPalette } from './shortcuts.ts';
import { useScreenShown } from './use-screen-shown.ts';
import { UserMenu } from './user-menu.tsx';
import { RejectedCount } from './rejected-count.tsx';
import { MenuMore } from './menu-more.tsx';

export type SidePanelProps = {
  user: SessionUser;
  /** Pictures only. */
  isCollapsed?: boolean;
  /** The button that collapses or closes the panel. */
  control: ReactNode;
  /** What opens the newest notices. */
  bell?: ReactNode;
  onNavigate?: () => void;
};

/** Logo, navigation and user menu: the content of the sidebar and of the drawer. */
export const SidePanel = ({ user, isCollapsed = false, control, bell, onNavigate }: SidePanelProps) => {
  const isScreenShown = useScreenShown();
  return (
    <div className={styles.panel} {...(isCollapsed && { 'data-collapsed': true })}>
      <div className={styles.panelHead}>
        <Logo to="/" isSmall={isCollapsed} />
        {control}
      </div>
      <div className={styles.findRow}>
        <button
          type="button"
          className={styles.find}
          aria-keyshortcuts="Control+K Meta+K"
          {...(isCollapsed && { title: 'Find or do' })}
          onClick={() => {
            onNavigate?.();
            openPalette();
          }}
        >
          <Icon of={Search} />
          <span className={isCollapsed ? visuallyHidden : styles.findText}>Find or do…</span>
          {!isCollapsed && <kbd className={styles.findKeys}>{COMMAND_KEY} K</kbd>}
        </button>
        {bell}
      </div>
      <div className={styles.places}>
        <nav aria-label="Main">
          {navigationFor(user.usertype).map(({ title, items }) => (
            <div key={title} className={styles.group}>
              {title !== null && !isCollapsed && <p className={styles.groupTitle}>{title}</p>}
              {items.map(({ to, text, icon, isExact = false, hasRejected = false }) => (
                <div key={to} className={styles.place}>
                  <Link
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
                  {hasRejected && isScreenShown && <RejectedCount onNavigate={onNavigate} />}
                </div>
              ))}
            </div>
          ))}
        </nav>
        {isScreenShown && <MenuMore {...{ isCollapsed, onNavigate }} />}
      </div>
      <div className={styles.panelFoot}>
        <UserMenu user={user} isSmall={isCollapsed} />
      </div>
    </div>
  );
};
