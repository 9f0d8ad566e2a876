import { useEffect, type PointerEvent } from 'react';
import { Toaster as Sonner } from 'sonner';
import 'sonner/dist/styles.css';
import * as styles from './toaster.css.ts';

/** How far a toast is swiped before it goes, and how far the library would have it. In pixels. */
const SWIPE_THRESHOLD = 20;
const LIBRARY_THRESHOLD = 45;
const SWIPES = ['--swipe-amount-x', '--swipe-amount-y'];

/** The library's threshold cannot be set: a swipe that is far enough for us is made far enough for it. */
const endSwipe = ({ target }: PointerEvent) => {
  const toast = target instanceof Element ? target.closest<HTMLElement>('[data-sonner-toast]') : null;
  for (const name of SWIPES) {
    const swiped = Number.parseFloat(toast?.style.getPropertyValue(name) ?? '');
    if (Math.abs(swiped) >= SWIPE_THRESHOLD && Math.abs(swiped) < LIBRARY_THRESHOLD)
      toast?.style.setProperty(name, `${Math.sign(swiped) * LIBRARY_THRESHOLD}px`);
  }
};

/** Where toasts appear: three at a time, each for four seconds, the region reached with Alt+T. @param onReady called once toasts can be shown */
export const Toaster = ({ onReady }: { onReady: () => void }) => {
  useEffect(onReady, [onReady]);
  return (
    <div onPointerUpCapture={endSwipe}>
      <Sonner
        position="bottom-right"
        duration={4000}
        visibleToasts={3}
        gap={14}
        hotkey={['altKey', 'KeyT']}
        richColors
        className={styles.toaster}
      />
    </div>
  );
};
