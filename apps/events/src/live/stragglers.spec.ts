import { describe, expect, it } from '@jest/globals';
import { parseCursor } from '@portico/contracts/events/position';
import type { LiveFrame } from '@portico/contracts/live';
import { integrationEvent } from '@portico/testkit/integration-event';
import fc from 'fast-check';
import { Directory } from '../directory/directory.ts';
import { Audience, type Progress } from './audience.ts';
import { Backlog } from './backlog.ts';
import type { FrameText } from './frame-text.ts';
import { AcceptedEvent } from '../judge/accepted-event.ts';
import { type Connection, Subscription } from './subscription.ts';

const admin = {
  id: 1,
  email: 'admin@portico.test',
  usertype: 'ADMIN' as const,
  accessVersion: 1,
  expiresAt: 0,
};

/** Creates an audience. The test decides which connections are free, and reads the rows that each viewer has received. */
function watch(viewers: number) {
  const directory = new Directory();
  const audience = new Audience('all', {}, 'every', directory, new Map());
  const free = new Set<string>();
  const rows = new Map<string, string[]>();
  const cursors = new Map<string, string>();
  let arrived = -1;
  let frames = 0;
  const progress = (): Progress => ({
    positions: new Map([[0, arrived]]),
    limit: (known) => known,
    delay: 0,
    isHistoryLagging: false,
  });
  const ids = Array.from({ length: viewers }, (_, number) => `viewer ${number}`);
  for (const id of ids) {
    const connection: Connection = {
      id,
      isFree: () => free.has(id),
      sendTally: () => undefined,
      sendStatus: () => undefined,
      sendReset: () => undefined,
    };
    audience.addBehind(new Subscription(connection, {}, new Map(), false, admin, directory), new Backlog(new Map()));
    rows.set(id, []);
  }
  const frame = (connections: readonly Connection[], { text }: FrameText): void => {
    frames += 1;
    const read = JSON.parse(text) as LiveFrame;
    for (const { id } of connections) {
      rows.get(id)?.push(...read.rows.map((row) => row.id));
      cursors.set(id, read.cursor);
      free.delete(id);
    }
  };
  return {
    ids,
    rows,
    cursors,
    free,
    frames: () => frames,
    arrive: (): string => {
      arrived += 1;
      const event = integrationEvent({ id: `event ${arrived}` });
      audience.offer(new AcceptedEvent(event, { partition: 0, offset: arrived }, 0, 10, '{"message":""}'), false);
      return event.id;
    },
    send: () => audience.send(progress(), { frame, status: () => undefined }),
  };
}

describe('viewers who are behind', () => {
  it('get every row once and in order, whenever their connections are free', () => {
    const step = fc.oneof(fc.constant('row' as const), fc.subarray([0, 1, 2, 3]));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { ids, rows, cursors, free, arrive, send } = watch(4);
        const arrived: string[] = [];
        const freeAll = (some: readonly number[]): void => {
          for (const number of some) free.add(`viewer ${number}`);
          send();
        };
        freeAll([0, 1, 2, 3]);
        for (const one of steps) {
          if (one === 'row') arrived.push(arrive());
          else freeAll(one);
        }
        for (let turn = 0; turn < 3; turn += 1) freeAll([0, 1, 2, 3]);
        for (const id of ids) {
          expect(rows.get(id)).toEqual(arrived);
          if (arrived.length > 0)
            expect(parseCursor(cursors.get(id) ?? '')).toEqual(new Map([[0, arrived.length - 1]]));
        }
      }),
    );
  });

  it('share frames if they fell behind at the same position', () => {
    const { ids, rows, free, frames, arrive, send } = watch(1_000);
    for (const id of ids) free.add(id);
    send();
    free.clear();
    arrive();
    send();
    for (let more = 0; more < 5; more += 1) arrive();
    expect(frames()).toBe(0);
    for (const id of ids.slice(0, 500)) free.add(id);
    send();
    expect(frames()).toBe(1);
    for (const id of ids.slice(500)) free.add(id);
    send();
    expect(frames()).toBe(2);
    expect(new Set([...rows.values()].map((some) => some.length))).toEqual(new Set([6]));
  });
});
