import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { LiveStatus } from '@portico/contracts/live';
import { Directory } from '../directory/directory.ts';
import { ResetQueue } from './reset-queue.ts';
import { type Connection, type SendToMany, Subscription } from './subscription.ts';

const VIEWERS = 250;
const PROGRESS = { positions: new Map(), limit: () => new Map(), delay: 0, isHistoryLagging: false };

describe('resets', () => {
  let queue: ResetQueue;
  let directory: Directory;
  let viewers: Subscription[];
  const sent: [number, string][] = [];

  beforeEach(() => {
    jest.useFakeTimers();
    sent.length = 0;
    queue = new ResetQueue();
    directory = new Directory();
    viewers = Array.from({ length: VIEWERS }, (_, user) => {
      const connection: Connection = {
        id: String(user),
        isFree: () => user !== VIEWERS - 1,
        sendTally: () => undefined,
        sendStatus: () => undefined,
        sendReset: (reason) => void sent.push([user, reason]),
      };
      const caller = { id: user, email: '', usertype: 'CLIENT' as const, accessVersion: 1, expiresAt: 0 };
      return new Subscription(connection, {}, new Map(), false, caller, directory);
    });
  });
  afterEach(() => {
    queue.stop();
    jest.useRealTimers();
  });

  const addAll = (): void => {
    for (const viewer of viewers) queue.add(viewer, 'log_changed');
  };
  const users = (): number[] => sent.map(([user]) => user);
  const inOrder = (count: number): number[] => Array.from({ length: count }, (_, user) => user);

  it('go to the first viewer immediately, and to the other viewers in order, 100 per second', () => {
    addAll();
    expect(users()).toEqual([0]);
    jest.advanceTimersByTime(1_000);
    expect(users()).toEqual(inOrder(101));
    jest.advanceTimersByTime(1_480);
    expect(users()).toEqual(inOrder(249));
    expect(queue.isEmpty).toBe(false);
    jest.advanceTimersByTime(10);
    expect(users()).toEqual(inOrder(VIEWERS));
    expect(queue.isEmpty).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('are sent immediately again if no other reset was sent recently', () => {
    queue.add(viewers[0]!, 'cursor_too_old');
    jest.advanceTimersByTime(5);
    queue.add(viewers[1]!, 'cursor_too_old');
    expect(users()).toEqual([0]);
    jest.advanceTimersByTime(15);
    queue.add(viewers[2]!, 'cursor_too_old');
    expect(users()).toEqual([0, 1, 2]);
  });

  it('are not sent to a viewer that has left', () => {
    addAll();
    for (const viewer of viewers.slice(1)) queue.leave(viewer);
    jest.runAllTimers();
    expect(users()).toEqual([0]);
  });

  it("are sent immediately if the viewer's permissions have changed", () => {
    addAll();
    const state = { id: 1, version: 1, deletedAt: null, organizationId: 1, approved: true, role: 'viewer' as const };
    directory.onScopesChange((changed) => queue.recheck(changed));
    directory.applyMembership({ ...state, userId: 200 });
    expect(sent).toEqual([
      [0, 'log_changed'],
      [200, 'permissions_changed'],
    ]);
    jest.runAllTimers();
    expect(users().filter((user) => user === 200)).toHaveLength(1);
    expect(sent).toHaveLength(VIEWERS);
  });

  it('are preceded by statuses to waiting viewers whose connection is free', () => {
    const heard: [string[], LiveStatus][] = [];
    const sendTo: SendToMany = {
      frame: () => undefined,
      status: (connections, status) => void heard.push([connections.map(({ id }) => id), status]),
    };
    addAll();
    jest.advanceTimersByTime(2_000);
    queue.tellStatus(PROGRESS, sendTo);
    jest.runAllTimers();
    queue.tellStatus(PROGRESS, sendTo);
    expect(heard).toEqual([
      [
        inOrder(VIEWERS - 1)
          .slice(201)
          .map(String),
        { behind: 2_000, waiting: 0, isHistoryLagging: false },
      ],
    ]);
  });
});
