import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { withAdmin } from '@portico/kafka';
import { eventually, type ServiceProcess } from '@portico/testkit';
import type { z } from 'zod';
import { integrationEvent } from '@portico/testkit/integration-event';
import { ClickHouse, type Statement } from '../../src/table/clickhouse/clickhouse.ts';
import { findStart } from '../../src/live/find-start.ts';
import { settledPositions } from '../../src/logs/topic-offsets.ts';
import { ReplayBuffer } from '../../src/live/replay-buffer.ts';
import { StoredPosition, storedPositionsStatement } from '../../src/table/stored-positions.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';
import type { EventsConfig } from '../../src/config.ts';
import { Resumes } from '../../src/ingest/resumes.ts';
import { RestoredStore } from '../../src/logs/restored-store.ts';

const PARTITION = 3;

/** A ClickHouse client that calls `before` before it queries the stored places. */
class SlowClickHouse extends ClickHouse {
  before: () => Promise<void> = async () => undefined;

  override async rows<Schema extends z.ZodType>(schema: Schema, statement: Statement): Promise<z.output<Schema>[]> {
    if (statement.sql === storedPositionsStatement.sql) await this.before();
    return super.rows(schema, statement);
  }
}

describe('events stored by another process during a start', () => {
  let stack: EventsStack;
  let service: ServiceProcess;
  let clickhouse: SlowClickHouse;
  let other: ClickHouse;

  beforeAll(async () => {
    stack = await startEventsStack();
    service = await stack.start();
    await stack.publisher.organization(1);
    await stack.publisher.integration(1);
    clickhouse = new SlowClickHouse(stack.clickhouseUrl);
    other = new ClickHouse(stack.clickhouseUrl);
    // Waits until the service has created its tables, which happens after its start.
    await eventually(stored);
    await storeOne();
    clickhouse.before = storeOne;
  }, 120_000);
  afterAll(async () => {
    await Promise.all([clickhouse?.close(), other?.close()]);
    await stack?.stop();
  });

  const stored = async (): Promise<number> => {
    const positions = await other.rows(StoredPosition, storedPositionsStatement);
    return positions.find(({ partition }) => partition === PARTITION)?.place ?? -1;
  };
  /** Publishes an event that the other process stores. */
  const storeOne = async (): Promise<void> => {
    const before = await stored();
    const value = JSON.stringify(integrationEvent({ id: randomUUID() }));
    await stack.publisher.publish({ partition: PARTITION, value });
    await eventually(async () => (await stored()) > before);
  };

  it('are before the start of live rows, so that a viewer with an older cursor is reset', async () => {
    const { feed: start } = await withAdmin(stack.kafka, (admin) => findStart(admin, clickhouse, 0));
    expect(start.listed.get(PARTITION)).toBe(await stored());
    expect(start.readUpTo.get(PARTITION)).toBe(await stored());
    expect(new ReplayBuffer(start.listed).covers(new Map([[PARTITION, 0]]))).toBe(false);
  });

  it('do not make the ingest detect a recreated topic', async () => {
    const config = { EVENTS_RETENTION_DAYS: 400 } as EventsConfig;
    const resumes = await new Resumes(stack.kafka, config, clickhouse, new RestoredStore()).of(
      new Set([PARTITION]),
      new Map(),
    );
    expect(resumes.get(PARTITION)?.resume).toMatchObject({
      epoch: 0,
      from: (await stored()) + 1,
      isNewLog: false,
      gap: null,
    });
    const [{ high } = { high: '0' }] = await withAdmin(stack.kafka, (admin) =>
      admin.fetchTopicOffsets(INTEGRATION_EVENTS_TOPIC).then((all) => all.filter((one) => one.partition === PARTITION)),
    );
    expect(Number(high)).toBe((await stored()) + 1);
  });

  it('are read again by live rows if the restored ClickHouse lacks these events', async () => {
    await storeOne();
    const lost = await stored();
    await eventually(async () => {
      const committed = await withAdmin(stack.kafka, settledPositions);
      return committed.get(PARTITION)?.stored === lost;
    });
    await service.stop();
    await other.run(
      `ALTER TABLE integration_events DELETE WHERE kafka_partition = ${PARTITION} AND kafka_offset = ${lost}
       SETTINGS mutations_sync = 2`,
    );
    expect(await stored()).toBe(lost - 1);
    const { feed, logs } = await withAdmin(stack.kafka, (admin) => findStart(admin, other, 0));
    expect(logs.get(PARTITION)).toMatchObject({ epoch: 0, from: lost, mark: { offset: lost - 1 } });
    expect([feed.listed.get(PARTITION), feed.readUpTo.get(PARTITION)]).toEqual([lost - 1, lost - 1]);
    // With a retention that begins in the future, the deleted row counts as expired, so live rows do not read it again.
    const start = await withAdmin(stack.kafka, (admin) => findStart(admin, other, Date.now() + 60_000));
    expect(start.logs.get(PARTITION)?.from).toBe(lost + 1);
  });
});
