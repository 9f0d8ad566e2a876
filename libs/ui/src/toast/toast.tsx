import { Suspense, useSyncExternalStore } from 'react';
import { lazyPart } from '../part/lazy-part.tsx';

export type ToastType = 'success' | 'info' | 'warning' | 'error' | 'loading';

const Toaster = lazyPart(async () => (await import('./toaster.tsx')).Toaster);

/** Resolves when the region can show toasts. The first toast renders the region and so loads its code. */
const { promise: ready, resolve: onReady } = Promise.withResolvers<void>();
const listeners = new Set<() => void>();
let isWanted = false;

const want = () => {
  isWanted = true;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Mounted once, at the root of the page. */
export const ToastRegion = () =>
  useSyncExternalStore(subscribe, () => isWanted) && (
    <Suspense>
      <Toaster onReady={onReady} />
    </Suspense>
  );

const load = async () => {
  want();
  await ready;
  return (await import('sonner')).toast;
};

/**
 * Shows a brief message. The text must be clear without the colour and icon of the type. The message disappears after four seconds; a
 * `loading` message stays until the returned function is called.
 */
export const toast = (type: ToastType, title: string, description?: string): (() => void) => {
  // Equal messages share one toast, so that a failing poll does not accumulate them.
  const id = `${type}:${title}:${description ?? ''}`;
  const shown = load().then((sonner) => {
    sonner[type](title, { id, ...(description !== undefined && { description }) });
    return sonner;
  });
  // If the code of toasts cannot load, no toast appears. The caller's action continues.
  shown.catch(() => undefined);
  return () => void shown.then((sonner) => sonner.dismiss(id)).catch(() => undefined);
};
