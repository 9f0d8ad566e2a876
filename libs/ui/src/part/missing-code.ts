import { hasUnsaved } from './unsaved.ts';

/* The code of a part of the page may be unavailable, because a release replaced the open page's files or the network is down. */

/** Why code is unavailable: no network, no response from the server, or a new release that requires a reload. */
export type Missing = 'offline' | 'unreachable' | 'outdated';

/** Milliseconds after a reload during which the page does not reload itself again. */
const SETTLED_MS = 600_000;
/** Milliseconds between two checks whether the server responds again. */
const CHECK_MS = 5_000;

const errors = new WeakSet();
const listeners = new Set<() => void>();
const retries = new Set<() => void>();
let missing: Missing | null = null;
let isRecovering = false;
let screens = 0;

const changed = () => {
  for (const listener of listeners) listener();
};
const set = (next: Missing | null) => {
  missing = next;
  changed();
};

export const currentlyMissing = (): Missing | null => missing;

export const onMissingChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the code of a whole screen is missing. That screen then shows the message in place of `MissingParts`. */
export const isScreenMissing = (): boolean => screens > 0;

/** Counts a screen as missing. Returns a function that undoes this. */
export const missScreen = (): (() => void) => {
  screens += 1;
  changed();
  return () => {
    screens -= 1;
    changed();
  };
};

/** Calls `retry` when missing code may be available again. Returns a function that unsubscribes. */
export const onCodeBack = (retry: () => void): (() => void) => {
  retries.add(retry);
  return () => retries.delete(retry);
};

/** Whether code failed to load with this error. False for an error that loaded code throws. */
export const isMissingCode = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && errors.has(error);

/** Reloads failed style sheets by replacing their elements, because the bundler never reloads a failed style sheet. */
const refetchStyles = () => {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    if (link.sheet === null) link.replaceWith(link.cloneNode());
};

const change = (): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => resolve(), CHECK_MS);
  window.addEventListener('online', () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
};

const answers = async (): Promise<boolean> => {
  try {
    const { ok } = await fetch(window.location.origin, { method: 'HEAD', cache: 'no-store' });
    return ok;
  } catch {
    return false;
  }
};

/** Waits until the server responds. Returns true if the server was unavailable at first. */
const waitForServer = async (): Promise<boolean> => {
  let hasWaited = false;
  while (!navigator.onLine || !(await answers())) {
    set(navigator.onLine ? 'unreachable' : 'offline');
    hasWaited = true;
    await change();
  }
  return hasWaited;
};

/** Whether this page is the result of a recent reload. Prevents a second reload if the first reload did not help. */
const wasJustReloaded = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation');
  const isReload = navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload';
  return isReload && performance.now() < SETTLED_MS;
};

const recover = async (): Promise<void> => {
  if (await waitForServer()) {
    refetchStyles();
    set(null);
    for (const retry of retries) retry();
  } else if (hasUnsaved() || wasJustReloaded()) set('outdated');
  else window.location.reload();
};

/**
 * Waits until the server responds, then loads the missing code again. If the server responded at once, a release has replaced the code:
 * the page reloads, unless it has unsaved input or was just reloaded.
 */
export const recoverCode = (): void => {
  if (isRecovering) return;
  isRecovering = true;
  void recover().finally(() => {
    isRecovering = false;
  });
};

export const watchForMissingCode = (page: Window): void => {
  page.addEventListener('vite:preloadError', (event) => {
    if (!('payload' in event && event.payload instanceof Error)) return;
    errors.add(event.payload);
    // The router recognizes the browser's message and would reload the page, even offline. Another message prevents this.
    event.payload.message = 'This part of the page could not be fetched';
  });
  page.addEventListener('unhandledrejection', (event) => {
    if (!isMissingCode(event.reason)) return;
    event.preventDefault();
    recoverCode();
  });
};
