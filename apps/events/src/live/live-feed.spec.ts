import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Positions } from '@portico/contracts/events/position';
import { eventually } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import type { DirectoryFollower } from '../directory/directory.module.ts';
import { Directory } from '../directory/directory.ts';
import { toJudgedMessage } from '../judge/judged-message.ts';
import type { HistoryLag } from '../logs/history-lag.ts';
import type { LiveFrame } from '@portico/contracts/live';
import type { Caller } from '@portico/service';
import { Audiences } from './audiences.ts';
import type { FrameText } from './frame-text.ts';
import { LiveFeed } from './live-feed.ts';
import { type Connection, Subscription } from './subscription.ts';

const admin = { id: 1, email: 'admin@portico.test', usertype: 'ADMIN' as const, accessVersion: 1, expiresAt: 0 };

/** A ClickHouse client whose table contains all events of partition 0 up to an offset. */
class HistoryUpTo extends ClickHouse {
  constructor(private readonly offset: number) {
    super('http://localhost:1/none');
  }
  override async rows(): Promise<never[]> {
    const insert = { number: 1, storedAt: 0 };
    return [{ partition: 0, place: this.offset, publishedAt: 0, insert }] as never[];
  }
}

describe('the live feed', () => {
  const ROWS = 1_100;
  let directory: Directory;
  const history = new HistoryUpTo(ROWS);
  let feed: LiveFeed;
  let skipped: number;
  const shown: string[] = [];

  beforeEach(() => {
    const lag = { isLagging: () => false, coveredBy: (stored: Positions) => stored } as unknown as HistoryLag;
    directory = new Directory();
    const follower = { catchUp: () => Promise.resolve() } as unknown as DirectoryFollower;
    feed = new LiveFeed(directory, history, lag, follower);
    skipped = 0;
    const take = (_: readonly Connection[], { text }: FrameText): void => {
      const frame = JSON.parse(text) as LiveFrame;
      skipped += frame.skipped;
      shown.push(...frame.rows.map(({ id }) => id));
    };
    feed.sendWith({ frame: take, status: () => undefined });
    feed.begin({ listed: new Map(), readUpTo: new Map(), ids: [] });
  });
  afterEach(() => feed.onApplicationShutdown());

  const resets: string[] = [];
  const join = (cursor: number, caller: Caller = admin, isPaused = false): Promise<void> => {
    const connection: Connection = {
      id: 'one',
      isFree: () => true,
      sendTally: () => undefined,
      sendStatus: () => undefined,
      sendReset: (reason) => void resets.push(reason),
    };
    return feed.join(new Subscription(connection, {}, new Map([[0, cursor]]), isPaused, caller, directory));
  };

  it('passes on only rows that a viewer may see, but keeps all rows in memory for later viewers', async () => {
    for (const id of [1, 2])
      directory.applyIntegration({ id, version: 1, deletedAt: null, name: 'a', active: true, organizationId: id });
    directory.applyMembership({
      id: 1,
      version: 1,
      deletedAt: null,
      userId: 5,
      organizationId: 1,
      approved: true,
      role: 'viewer',
    });
    const delivered = jest.spyOn(Audiences.prototype, 'offer');
    const member = { ...admin, id: 5, usertype: 'CLIENT' as const };
    await join(-1, member);
    const messages = [1, 2, 1, 2].map((id, offset) => {
      const event = integrationEvent({ id: `event ${offset}`, source_id: id, organization_id: id });
      const value = Buffer.from(JSON.stringify(event));
      const message = { key: null, value, headers: {}, timestamp: String(Date.now()), offset: '0', attributes: 0 };
      return toJudgedMessage({ partition: 0, offset }, message, directory);
    });
    feed.receive(messages);
    expect(delivered.mock.calls.flatMap(([rows]) => rows.map(({ event }) => event.id))).toEqual(['event 0', 'event 2']);
    delivered.mockRestore();
    await eventually(() => shown.length === 2);
    shown.length = 0;
    await join(0);
    await eventually(() => shown.length > 0);
    expect(shown).toEqual(['event 1', 'event 2', 'event 3']);
  });

  it('makes every viewer reload the list exactly once after the next log has begun', async () => {
    resets.length = 0;
    await join(0);
    feed.end();
    await join(0);
    await join(0, admin, true);
    await sleep(50); // long enough for three resets
    expect(resets).toEqual([]);
    feed.begin({ listed: new Map(), readUpTo: new Map(), ids: [] });
    feed.release();
    await eventually(() => resets.length === 3);
    expect(resets).toEqual(['log_changed', 'log_changed', 'log_changed']);
    await join(0);
    expect(resets).toHaveLength(3);
    resets.length = 0;
  });

  it('holds at most 64 MiB of events of unknown integrations, skips further events, and resets viewers who reconnect', async () => {
    await join(-1);
    const event = { ...integrationEvent(), details: { message: 'x'.repeat(30_000), more: 'x'.repeat(35_000) } };
    const value = Buffer.from(JSON.stringify(event));
    const capacity = Math.floor((64 * 1024 * 1024) / value.length);
    const messages = Array.from({ length: ROWS }, (_, offset) => {
      const message = {
        key: null,
        value,
        headers: {},
        timestamp: String(Date.now()),
        offset: String(offset),
        attributes: 0,
      };
      return toJudgedMessage({ partition: 0, offset }, message, directory);
    });
    expect(messages[0]?.verdict).toMatchObject({ rejection: { code: 'unknown_integration' } });
    feed.receive(messages);
    await eventually(() => skipped > 0);
    expect(skipped).toBe(ROWS - capacity);
    await join(capacity);
    expect(resets).toEqual(['cursor_too_old']);
  });
});
