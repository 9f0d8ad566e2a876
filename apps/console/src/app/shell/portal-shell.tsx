import { breakpoint } from '@portico/ui/styles';
import { useRouter } from '@tanstack/react-router';
import { flushSync } from 'react-dom';
import { Menu, PanelLeftClose, PanelLeftOpen, X } from 'lucide-react';
import { useState, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import type { SessionUser } from '../session/session-store.ts';
import { Button, Drawer, Icon, Part, lazyPart } from '@portico/ui';
import { InsidePortal } from './inside-portal.ts';
import { Logo } from './logo.tsx';
import * as styles from './shell.css.ts';
import { SidePanel } from './side-panel.tsx';
import { useScreenShown } from './use-screen-shown.ts';
import { Bell } from './bell.tsx';
import { listenForShortcuts } from './shortcuts.ts';
import { type TypeAhead, typeAhead } from './type-ahead.ts';

const ShortcutsSheet = lazyPart(async () => (await import('./shortcuts-sheet.tsx')).ShortcutsSheet);

const ViewingBanner = lazyPart(async () => (await import('./viewing-banner.tsx')).ViewingBanner);

const KEY = 'portico_sidebar';

const narrow = () => matchMedia(`(width < ${breakpoint.rail})`);
const onWidth = (changed: () => void) => {
  const query = narrow();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

/** Whether the sidebar is collapsed: as the user chose, or by the window's width until the user chooses. */
const useCollapsed = (): [isCollapsed: boolean, toggle: () => void] => {
  const isNarrow = useSyncExternalStore(onWidth, () => narrow().matches);
  const [chosen, setChosen] = useState(() => localStorage.getItem(KEY));
  const isCollapsed = chosen === null ? isNarrow : chosen === 'collapsed';
  const toggle = () => {
    const next = isCollapsed ? 'expanded' : 'collapsed';
    localStorage.setItem(KEY, next);
    setChosen(next);
  };
  return [isCollapsed, toggle];
};

const Palette = lazyPart(async () => (await import('../palette/command-palette.tsx')).CommandPalette);

const Shortcuts = ({ user }: { user: SessionUser }) => {
  const { history } = useRouter();
  const [opened, setOpened] = useState<'sheet' | 'palette' | null>(null);
  const before = useRef<Element | null>(null);
  const typedAhead = useRef<TypeAhead | null>(null);
  useEffect(
    () =>
      listenForShortcuts({
        onSheet: () => setOpened('sheet'),
        onPalette: () => {
          before.current = document.activeElement;
          typedAhead.current ??= typeAhead(() => {
            typedAhead.current?.end();
            typedAhead.current = null;
            setOpened(null);
          });
          setOpened('palette');
        },
        onGo: async (key) => {
          const { placesFor } = await import('../palette/places.ts');
          const place = placesFor(user.usertype).find((one) => one.key === key);
          if (place) history.push(place.href);
        },
      }),
    [history, user.usertype],
  );
  const close = () => {
    typedAhead.current?.end();
    typedAhead.current = null;
    setOpened(null);
  };
  const closePalette = () => {
    // Closes the palette and moves the focus back before the action runs: a dialog that the action opens later returns the focus to the
    // element that is focused now.
    flushSync(close);
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  return (
    <>
      {opened === 'sheet' && <ShortcutsSheet usertype={user.usertype} onClose={close} />}
      {opened === 'palette' && <Palette onClose={closePalette} takeTyped={() => typedAhead.current?.end() ?? ''} />}
    </>
  );
};

/** The bell. It renders after the first screen, in a place that is reserved for the bell. */
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

export const PortalShell = ({ user, children }: { user: SessionUser; children: ReactNode }) => (
  <div className={styles.frame}>
    <a href="#content" className={styles.skip}>
      Skip to content
    </a>
    <Shortcuts user={user} />
    <Sidebar user={user} />
    <TopBar user={user} />
    {user.viewing && <ViewingBanner viewing={user.viewing} />}
    <main id="content" className={styles.main} tabIndex={-1}>
      <InsidePortal value={true}>
        <div className={styles.column}>{children}</div>
      </InsidePortal>
    </main>
  </div>
);
