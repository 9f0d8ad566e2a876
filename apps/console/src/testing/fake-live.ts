import type { LiveFrame, Subscribe } from '@portico/contracts/live';
import { act } from '@testing-library/react';
import type { LiveFeed, LiveListener, LiveState } from '../features/events/live-feed.ts';

/** A live feed that a test speaks for. */
export const createFakeLive = () => {
  const listeners = new Set<() => void>();
  const subscriptions: Subscribe[] = [];
  let current: LiveListener | null = null;
  let state: LiveState = 'connecting';
  const feed: LiveFeed = {
    subscribe: (subscription, listener) => {
      subscriptions.push(subscription);
      current = listener;
      return () => {
        if (current === listener) current = null;
      };
    },
    state: () => state,
    onState: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    feed,
    /** Every subscription so far, the last one being the one that is served. */
    subscriptions,
    send: (frame: LiveFrame) =>
      act(async () => {
        current?.frame(frame);
        await new Promise(requestAnimationFrame);
      }),
    reset: () => act(async () => current?.reset()),
    become: (next: LiveState) =>
      act(() => {
        state = next;
        for (const listener of listeners) listener();
      }),
  };
};
