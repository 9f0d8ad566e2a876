import type { ReactNode } from 'react';
import { Drawer } from '@portico/ui';

/** The navigation of a small screen. A file of its own, so that it is fetched when it is opened. */
export const NavigationDrawer = ({ children, onClose }: { children: ReactNode; onClose: () => void }) => (
  <Drawer label="Navigation" onClose={onClose}>
    {children}
  </Drawer>
);
