import { hasUnsaved } from './unsaved.ts';

/*
 * A part's code may be gone: a release has replaced the files of the page that is open, or the network is down.
 */

/** Why missing code does not come: no network, no answer of the server, or a release that only a reload brings. */
export type Missing = 'offline' | 'unreachable' | 'outdated';

/** A page that was reloaded is not reloaded again by itself within this time, in milliseconds. */
const SETTLED_MS = 600_000;
/** Between two looks for a server that does not answer, in milliseconds. */
const LOOK_MS = 5_000;

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

/** Whether a whole screen is missing, which says so itself. */
export const isScreenMissing = (): boolean => screens > 0;

/** Counts a screen as missing. Returns how to stop. */
export const missScreen = (): (() => void) => {
  screens += 1;
  changed();
  return () => {
    screens -= 1;
    changed();
  };
};

/** Calls `retry` when code that was missing may be there again. Returns how to stop. */
export const onCodeBack = (retry: () => void): (() => void) => {
  retries.add(retry);
  return () => retries.delete(retry);
};

/** Whether this is the failure to fetch code, rather than a failure of code. */
export const isMissingCode = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && errors.has(error);

/** The bundler never asks again for a style sheet that failed: its element asks once more when it is replaced. */
const refetchStyles = () => {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    if (link.sheet === null) link.replaceWith(link.cloneNode());
};

const change = (): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => resolve(), LOOK_MS);
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

/** @returns whether the server was away for a while */
const waitForServer = async (): Promise<boolean> => {
  let hasWaited = false;
  while (!navigator.onLine || !(await answers())) {
    set(navigator.onLine ? 'unreachable' : 'offline');
    hasWaited = true;
    await change();
  }
  return hasWaited;
};

/** A reload that did not help must not be followed by another one. */
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
 * Gets missing code back: waits for the network and the server, and reloads a page whose release is gone. A page with
 * an unsaved form, or one that has just been reloaded, becomes `outdated` instead.
 */
export const recoverCode = (): void => {
  if (isRecovering) return;
  isRecovering = true;
  void recover().finally(() => {
    isRecovering = false;
  });
};

/** Recognizes code that cannot be fetched from now on. */
export const watchForMissingCode = (page: Window): void => {
  page.addEventListener('vite:preloadError', (event) => {
    if (!('payload' in event && event.payload instanceof Error)) return;
    errors.add(event.payload);
    // The router would reload for the browser's own words, offline too.
    event.payload.message = 'This part of the page could not be fetched';
  });
  page.addEventListener('unhandledrejection', (event) => {
    if (!isMissingCode(event.reason)) return;
    event.preventDefault();
    recoverCode();
  });
};
