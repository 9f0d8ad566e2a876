import { describe, expect, it } from '@jest/globals';
import type { LiveTally } from '@portico/contracts/live';
import { integrationEvent } from '@portico/testkit/integration-event';
import { Directory } from '../directory/directory.ts';
import { AcceptedEvent } from '../judge/accepted-event.ts';
import { Backlog } from './backlog.ts';
import type { FrameText } from './frame-text.ts';
import { Audience, type Progress } from './audience.ts';
import { Subscription } from './subscription.ts';

const admin = { id: 1, email: 'admin@portico.test', usertype: 'ADMIN' as const, accessVersion: 1, expiresAt: 0 };
const directory = new Directory();
const liveEvent = (offset: number, result: 'SUCCESS' | 'FAILURE' = 'SUCCESS'): AcceptedEvent =>
  new AcceptedEvent(integrationEvent({ result }), { partition: 0, offset }, 0, 10, '{}');
const progressAt = (offset: number): Progress => ({
  positions: new Map([[0, offset]]),
  limit: (known) => known,
  delay: 0,
  isHistoryLagging: false,
});

describe('an audience', () => {
  it("does not resend a row that the viewer's list already contains, even if the feed reads the row later", () => {
    const frames: string[] = [];
    const connection = {
      id: 'one',
      isFree: () => true,
      sendTally: () => undefined,
      sendStatus: () => undefined,
      sendReset: () => undefined,
    };
    const sendTo = { frame: (_: unknown, { text }: FrameText) => void frames.push(text), status: () => undefined };
    const cursor = new Map([[0, 9]]);
    const subscription = new Subscription(connection, {}, cursor, false, admin, directory);
    const audience = new Audience(subscription.key, {}, 'every', directory, new Map([[0, 7]]));
    audience.addBehind(subscription, new Backlog(cursor));
    for (const offset of [8, 9, 10]) {
      audience.send(progressAt(offset - 1), sendTo);
      audience.offer(liveEvent(offset), false);
    }
    audience.send(progressAt(10), sendTo);
    expect(frames).toHaveLength(1);
  });

  it('counts a row once for a paused viewer, even if the feed reads the row after the store has counted it', () => {
    const tallies: LiveTally[] = [];
    const connection = {
      id: 'one',
      isFree: () => true,
      sendTally: (tally: LiveTally) => void tallies.push(tally),
      sendStatus: () => undefined,
      sendReset: () => undefined,
    };
    const subscription = new Subscription(connection, {}, new Map([[0, 4]]), true, admin, directory);
    const audience = new Audience(subscription.key, {}, 'every', directory, new Map([[0, 7]]));
    // The rows at offsets 5 to 9 are stored and counted. The feed has read up to offset 7.
    audience.addPaused(subscription, { arrived: 5, failed: 2 }, new Map([[0, 9]]), progressAt(7));
    audience.offer(liveEvent(8), false);
    audience.offer(liveEvent(9, 'FAILURE'), false);
    audience.tally(progressAt(9));
    expect(tallies.at(-1)).toEqual({ arrived: 5, failed: 2 });
    audience.offer(liveEvent(10, 'FAILURE'), false);
    audience.tally(progressAt(10));
    expect(tallies.at(-1)).toEqual({ arrived: 6, failed: 3 });
  });
});
