import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { withAdmin } from '@portico/kafka';
import { eventually } from '@portico/testkit';
import type { z } from 'zod';
import { integrationEvent } from '@portico/testkit/integration-event';
import { ClickHouse, type Statement } from '../../src/table/clickhouse/clickhouse.ts';
import { findStart } from '../../src/live/find-start.ts';
import { ReplayBuffer } from '../../src/live/replay-buffer.ts';
import { StoredPosition, storedPositionsStatement } from '../../src/table/stored-positions.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';
import type { EventsConfig } from '../../src/config.ts';
import { Resumes } from '../../src/ingest/resumes.ts';

const PARTITION = 3;

/** ClickHouse, which first lets `before` happen whenever it is asked how far each partition is stored. */
class SlowClickHouse extends ClickHouse {
  before: () => Promise<void> = async () => undefined;

  override async rows<Schema extends z.ZodType>(schema: Schema, statement: Statement): Promise<z.output<Schema>[]> {
    if (statement.sql === storedPositionsStatement.sql) await this.before();
    return super.rows(schema, statement);
  }
}

describe('events stored by another process while a process finds its start', () => {
  let stack: EventsStack;
  let clickhouse: SlowClickHouse;
  let other: ClickHouse;

  beforeAll(async () => {
    stack = await startEventsStack();
    await stack.start();
    await stack.publisher.organization(1);
    await stack.publisher.integration(1);
    clickhouse = new SlowClickHouse(stack.clickhouseUrl);
    other = new ClickHouse(stack.clickhouseUrl);
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
  /** The process that runs beside stores it. */
  const storeOne = async (): Promise<void> => {
    const before = await stored();
    const value = JSON.stringify(integrationEvent({ id: randomUUID() }));
    await stack.publisher.publish({ partition: PARTITION, value });
    await eventually(async () => (await stored()) > before);
  };

  it('are covered by the start of live rows, and an older cursor is reset', async () => {
    const { feed: start } = await withAdmin(stack.kafka, (admin) => findStart(admin, clickhouse));
    expect(start.listed.get(PARTITION)).toBe(await stored());
    expect(start.readUpTo.get(PARTITION)).toBe(await stored());
    expect(new ReplayBuffer(start.listed).covers(new Map([[PARTITION, 0]]))).toBe(false);
  });

  it('do not make the ingest detect a recreated topic', async () => {
    const config = { EVENTS_RETENTION_DAYS: 400 } as EventsConfig;
    const resumes = await new Resumes(stack.kafka, config, clickhouse).of(new Set([PARTITION]), new Set());
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
});
