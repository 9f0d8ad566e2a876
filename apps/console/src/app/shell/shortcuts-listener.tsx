import { lazy, Suspense, useEffect, useState } from 'react';
import { listenForShortcuts } from './shortcuts.ts';

const Sheet = lazy(async () => ({ default: (await import('./shortcuts-sheet.tsx')).ShortcutsSheet }));

/** Makes the shortcuts work, as long as it is shown. */
export const Shortcuts = () => {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => listenForShortcuts(() => setIsOpen(true)), []);
  return (
    isOpen && (
      <Suspense>
        <Sheet onClose={() => setIsOpen(false)} />
      </Suspense>
    )
  );
};
