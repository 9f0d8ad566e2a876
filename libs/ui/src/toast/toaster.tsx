import { useEffect, type PointerEvent } from 'react';
import { Toaster as Sonner } from 'sonner';
import 'sonner/dist/styles.css';
import * as styles from './toaster.css.ts';

/** Swipe distance in pixels that dismisses a toast. */
const SWIPE_THRESHOLD = 20;
/** Swipe distance in pixels that the library requires. */
const LIBRARY_THRESHOLD = 45;
const SWIPES = ['--swipe-amount-x', '--swipe-amount-y'];

/** Extends a swipe beyond {@link SWIPE_THRESHOLD} to the library's threshold, which is not configurable. */
const endSwipe = ({ target }: PointerEvent) => {
  const toast = target instanceof Element ? target.closest<HTMLElement>('[data-sonner-toast]') : null;
  for (const name of SWIPES) {
    const swiped = Number.parseFloat(toast?.style.getPropertyValue(name) ?? '');
    if (Math.abs(swiped) >= SWIPE_THRESHOLD && Math.abs(swiped) < LIBRARY_THRESHOLD)
      toast?.style.setProperty(name, `${Math.sign(swiped) * LIBRARY_THRESHOLD}px`);
  }
};

/** Shows at most three toasts, four seconds each. Alt+T moves the focus to the toasts. Calls `onReady` when toasts can appear. */
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
