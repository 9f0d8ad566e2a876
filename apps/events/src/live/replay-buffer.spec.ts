import { describe, expect, it } from '@jest/globals';
import { identityOf } from '@portico/contracts/events/integration-event';
import { integrationEvent } from '@portico/testkit/integration-event';
import { LiveEvent } from './live-event.ts';
import { ReplayBuffer } from './replay-buffer.ts';

const liveEvent = (partition: number, offset: number, bytes = 10): LiveEvent =>
  new LiveEvent(integrationEvent({ id: `${partition}:${offset}` }), { partition, offset }, 0, bytes, '{}');
const idsAfter = (replay: ReplayBuffer, ...cursor: [number, number][]): string[] =>
  replay.after(new Map(cursor)).map(({ event }) => event.id);

describe('the replay buffer', () => {
  it('returns what arrived after a cursor, in order of arrival', () => {
    const replay = new ReplayBuffer(new Map([[0, 4]]));
    for (const row of [liveEvent(0, 5), liveEvent(1, 0), liveEvent(0, 6)]) replay.add(row);
    expect(idsAfter(replay, [0, 4])).toEqual(['0:5', '1:0', '0:6']);
    expect(idsAfter(replay, [0, 5], [1, 0])).toEqual(['0:6']);
  });

  it('covers cursors from its start', () => {
    const replay = new ReplayBuffer(new Map([[0, 4]]));
    expect(replay.covers(new Map([[0, 4]]))).toBe(true);
    expect(replay.covers(new Map([[0, 3]]))).toBe(false);
    expect(replay.covers(new Map())).toBe(false);
    expect(new ReplayBuffer(new Map()).covers(new Map())).toBe(true);
  });

  it('drops the oldest rows and reports what it no longer covers', () => {
    const replay = new ReplayBuffer(new Map(), { rows: 3, bytes: 1_000 });
    for (let offset = 0; offset < 10; offset += 1) replay.add(liveEvent(0, offset));
    expect(idsAfter(replay)).toEqual(['0:7', '0:8', '0:9']);
    expect(replay.covers(new Map([[0, 6]]))).toBe(true);
    expect(replay.covers(new Map([[0, 5]]))).toBe(false);
    expect(replay.missing(new Map([[0, 2]]))).toBe(4);
  });

  it('is bounded by bytes as well', () => {
    const replay = new ReplayBuffer(new Map(), { rows: 100, bytes: 25 });
    for (let offset = 0; offset < 4; offset += 1) replay.add(liveEvent(0, offset));
    expect(idsAfter(replay)).toEqual(['0:2', '0:3']);
  });

  it('reports skipped rows as not covered', () => {
    const replay = new ReplayBuffer(new Map());
    replay.forget(0, 7);
    replay.add(liveEvent(0, 8));
    expect(replay.covers(new Map([[0, 7]]))).toBe(true);
    expect(replay.covers(new Map([[0, 6]]))).toBe(false);
    expect(replay.covers(new Map())).toBe(false);
  });

  it('omits an event that was published twice', () => {
    const replay = new ReplayBuffer(new Map());
    const event = integrationEvent();
    expect(replay.add(new LiveEvent(event, { partition: 0, offset: 0 }, 0, 1, '{}'))).toBe(true);
    expect(replay.add(new LiveEvent(event, { partition: 0, offset: 1 }, 0, 1, '{}'))).toBe(false);
  });

  it('omits a duplicate also after the first one was dropped', () => {
    const replay = new ReplayBuffer(new Map(), { rows: 1, bytes: 1_000 });
    for (let offset = 0; offset < 5; offset += 1) replay.add(liveEvent(0, offset));
    expect(replay.add(new LiveEvent(integrationEvent({ id: '0:0' }), { partition: 0, offset: 5 }, 0, 1, '{}'))).toBe(
      false,
    );
    expect(idsAfter(replay)).toEqual(['0:4']);
    replay.remember(identityOf(integrationEvent({ id: '0:9' })));
    expect(replay.add(liveEvent(0, 9))).toBe(false);
  });
});
