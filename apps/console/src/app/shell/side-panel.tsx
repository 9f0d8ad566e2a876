import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SessionUser } from '../session/session-store.ts';
import { Icon } from '@portico/ui';
import { visuallyHidden } from '@portico/ui/styles';
import { COMMAND_KEY } from './command-key.ts';
import { Logo } from './logo.tsx';
import * as styles from './shell.css.ts';
import { openPalette } from './shortcuts.ts';
import { UserMenu } from './user-menu.tsx';
import { Menu } from './menu.tsx';

type SidePanelProps = {
  user: SessionUser;
  isCollapsed?: boolean;
  control: ReactNode;
  bell?: ReactNode;
  onNavigate?: () => void;
};

/** Logo, navigation and user menu: the content of the sidebar and of the drawer. */
export const SidePanel = ({ user, isCollapsed = false, control, bell, onNavigate }: SidePanelProps) => (
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
      <Menu {...{ user, isCollapsed, onNavigate }} />
    </div>
    <div className={styles.panelFoot}>
      <UserMenu user={user} isSmall={isCollapsed} />
    </div>
  </div>
);
