import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { lazyPart } from '@portico/ui';
import { flushSync } from 'react-dom';
import type { SessionUser } from '../session/session-store.ts';
import { listenForShortcuts } from './shortcuts.ts';
import { ShortcutsSheet } from './shortcuts-sheet.tsx';

const Palette = lazyPart(async () => (await import('../palette/command-palette.tsx')).CommandPalette);

/** Makes the shortcuts and the command palette work, as long as it is shown. */
export const Shortcuts = ({ user }: { user: SessionUser }) => {
  const { history } = useRouter();
  const [opened, setOpened] = useState<'sheet' | 'palette' | null>(null);
  const before = useRef<Element | null>(null);
  useEffect(
    () =>
      listenForShortcuts({
        onSheet: () => setOpened('sheet'),
        onPalette: () => {
          before.current = document.activeElement;
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
  const close = () => setOpened(null);
  const closePalette = () => {
    // A dialog that the palette's action opens gives the focus back to the element that has it then.
    flushSync(close);
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  return (
    <>
      {opened === 'sheet' && <ShortcutsSheet usertype={user.usertype} onClose={close} />}
      {opened === 'palette' && <Palette onClose={closePalette} />}
    </>
  );
};
