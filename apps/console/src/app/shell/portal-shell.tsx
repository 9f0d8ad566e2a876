import { Menu, PanelLeftClose, PanelLeftOpen, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { SessionUser } from '../session/session-store.ts';
import { Button, Drawer, Icon, Part } from '@portico/ui';
import { InsidePortal } from './inside-portal.ts';
import { Logo } from './logo.tsx';
import * as styles from './shell.css.ts';
import { Shortcuts } from './shortcuts-listener.tsx';
import { SidePanel } from './side-panel.tsx';
import { useCollapsed } from './use-collapsed.ts';
import { useScreenShown } from './use-screen-shown.ts';
import { Bell } from './bell.tsx';

/** Once the first screen is shown, in the place that is kept for it. */
const LaterBell = ({ isLive = false }) => (
  <span className={styles.bell}>
    <Part>{useScreenShown() && <Bell isLive={isLive} />}</Part>
  </span>
);

const Sidebar = ({ user }: { user: SessionUser }) => {
  const [isCollapsed, toggle] = useCollapsed();
  return (
    <aside className={styles.sidebar} {...(isCollapsed && { 'data-collapsed': true })}>
      <Part>
        <SidePanel
          user={user}
          isCollapsed={isCollapsed}
          bell={<LaterBell isLive />}
          control={
            <Button
              variant="ghost"
              size="icon"
              aria-label={isCollapsed ? 'Expand sidebar' : 'Collapse sidebar'}
              aria-expanded={!isCollapsed}
              onPress={toggle}
            >
              <Icon of={isCollapsed ? PanelLeftOpen : PanelLeftClose} />
            </Button>
          }
        />
      </Part>
    </aside>
  );
};

const TopBar = ({ user }: { user: SessionUser }) => {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <header className={styles.topBar}>
      <Button variant="ghost" size="icon" aria-label="Open menu" aria-haspopup="dialog" onPress={() => setIsOpen(true)}>
        <Icon of={Menu} size="lg" />
      </Button>
      <Logo to="/" />
      <LaterBell />
      {isOpen && (
        <Drawer label="Navigation" onClose={close}>
          <SidePanel
            user={user}
            onNavigate={close}
            control={
              <Button variant="ghost" size="icon" aria-label="Close menu" onPress={close}>
                <Icon of={X} />
              </Button>
            }
          />
        </Drawer>
      )}
    </header>
  );
};

/** The frame of every signed-in screen. */
export const PortalShell = ({ user, children }: { user: SessionUser; children: ReactNode }) => (
  <div className={styles.frame}>
    <a href="#content" className={styles.skip}>
      Skip to content
    </a>
    <Shortcuts user={user} />
    <Sidebar user={user} />
    <TopBar user={user} />
    <main id="content" className={styles.main} tabIndex={-1}>
      <InsidePortal value={true}>
        <div className={styles.column}>{children}</div>
      </InsidePortal>
    </main>
  </div>
);
