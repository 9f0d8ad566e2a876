import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { withAdmin } from '@portico/kafka';
import { type Call, eventually, everyEvent, read, type ServiceProcess, STARTING } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { settledPositions } from '../../src/logs/topic-offsets.ts';
import { ClickHouse } from '../../src/table/clickhouse/clickhouse.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

const PARTITION = 0;

describe('the inbox after ClickHouse was restored from a backup', () => {
  let stack: EventsStack;
  let service: ServiceProcess;
  let clickhouse: ClickHouse;
  let admin: Call;

  beforeAll(async () => {
    stack = await startEventsStack();
    service = await stack.start();
    clickhouse = new ClickHouse(stack.clickhouseUrl);
    admin = await stack.furnish();
  }, 2 * STARTING);
  afterAll(async () => {
    await clickhouse?.close();
    await stack?.stop();
  });

  const listed = async (): Promise<number> => (await everyEvent(admin)).length;
  const rejected = async (): Promise<number> => (await read<{ count: number }>(admin, '/events/rejected')).count;
  const publish = (event: object): Promise<unknown> =>
    stack.publisher.publish({ partition: PARTITION, value: JSON.stringify(event) });
  const publishGood = async (): Promise<void> => {
    const before = await listed();
    await publish(integrationEvent());
    await eventually(async () => (await listed()) === before + 1);
  };

  it(
    'is refilled with rejected events that arrived before the newest event in the restored list',
    async () => {
      await publishGood();
      await publish({ ...integrationEvent(), result: 'MAYBE' });
      await eventually(async () => (await rejected()) === 1);
      await publishGood();
      await publishGood();
      const committed = async () => (await withAdmin(stack.kafka, settledPositions)).get(PARTITION);
      const last = await eventually(async () => {
        const settled = await committed();
        return settled?.place === 3 && settled.stored === 3 && settled;
      });
      await service.stop();

      // Simulates a backup with the first two events of the list, but without the rejection between them.
      await clickhouse.run('TRUNCATE TABLE rejected_events');
      await clickhouse.run(
        `ALTER TABLE integration_events DELETE WHERE kafka_partition = ${PARTITION} AND kafka_offset = ${last.place}
       SETTINGS mutations_sync = 2`,
      );
      service = await stack.start();
      await eventually(async () => (await listed()) === 3, STARTING);
      await eventually(async () => (await rejected()) === 1, STARTING);
    },
    3 * STARTING,
  );
});
