import { Suspense, useSyncExternalStore } from 'react';
import { lazyPart } from '../part/lazy-part.tsx';

export type ToastType = 'success' | 'info' | 'warning' | 'error' | 'loading';

const Toaster = lazyPart(async () => (await import('./toaster.tsx')).Toaster);

/** The region is there from the first toast on: its code is fetched then, and the toast waits for it. */
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

/** Stands once, at the root of the page. */
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
 * Shows something that happened, in passing; the type's colour and picture are not the only carrier of meaning.
 * It goes after four seconds, but a `loading` one stays until what is answered here is called.
 */
export const toast = (type: ToastType, title: string, description?: string): (() => void) => {
  // The same words twice are one toast: a poll that keeps failing does not pile up.
  const id = `${type}:${title}:${description ?? ''}`;
  const shown = load().then((sonner) => {
    sonner[type](title, { id, ...(description !== undefined && { description }) });
    return sonner;
  });
  // A toast whose code cannot be fetched is lost; the event that it reports has happened all the same.
  shown.catch(() => undefined);
  return () => void shown.then((sonner) => sonner.dismiss(id)).catch(() => undefined);
};
