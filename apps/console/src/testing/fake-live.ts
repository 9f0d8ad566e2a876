import type { LiveFrame, LiveTally, RejectedTally, Subscribe } from '@portico/contracts/live';
import { act } from '@testing-library/react';
import type { AlertsChange } from '@portico/contracts/alerts-live';
import type { AlertsSource, LiveHealth, LiveListener, LiveSource, RejectedSource } from '../api/live-source.ts';

export const createFakeLive = () => {
  const listeners = new Set<() => void>();
  const subscriptions: Subscribe[] = [];
  let current: LiveListener | null = null;
  let health: LiveHealth = { state: 'live', behind: 0, isHistoryLagging: false };
  const feed: LiveSource = {
    subscribe: (subscription, listener) => {
      subscriptions.push(subscription);
      current = listener;
      return () => {
        if (current === listener) current = null;
      };
    },
    health: () => health,
    onHealth: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const rejectedListeners = new Set<() => void>();
  let rejectedTally: RejectedTally | null = null;
  const rejected: RejectedSource = {
    current: () => rejectedTally,
    onChange: (listener) => {
      rejectedListeners.add(listener);
      return () => rejectedListeners.delete(listener);
    },
  };
  const watching = new Set<(change: AlertsChange['what']) => void>();
  const alerts: AlertsSource = {
    watch: (changed) => {
      watching.add(changed);
      return () => watching.delete(changed);
    },
  };
  return {
    feed,
    alerts,
    change: (change: AlertsChange['what']) =>
      act(async () => {
        for (const changed of watching) changed(change);
      }),
    rejected,
    reject: (tally: RejectedTally | null) =>
      act(async () => {
        rejectedTally = tally;
        for (const listener of rejectedListeners) listener();
      }),
    /** All subscriptions so far. The last subscription is the active one. */
    subscriptions,
    send: (frame: LiveFrame) =>
      act(async () => {
        current?.frame(frame);
        await new Promise(requestAnimationFrame);
      }),
    tally: (tally: LiveTally) => act(async () => current?.tally(tally)),
    reset: () => act(async () => current?.reset()),
    become: (change: Partial<LiveHealth>) =>
      act(() => {
        health = { ...health, ...change };
        for (const listener of listeners) listener();
      }),
  };
};
