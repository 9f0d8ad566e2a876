import { randomUUID } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectionOptions, DatabaseConfig, openDatabase } from '@portico/postgres';
import { engines, eventually, outsideKafka, readTopic, type Received } from '@portico/testkit';
import { type Kafka, withAdmin } from '@portico/kafka';
import { withMessaging } from '../src/database.ts';
import { gatedKafka } from './gated-kafka.ts';
import { hasPgBouncer, startPooler } from './pooler.ts';
import { Relay } from '../src/relay/relay.ts';

describe('the outbox relay', () => {
  const config = DatabaseConfig.parse(engines());
  let name: string;
  let orm: MikroORM;
  let topic: { received: Received[]; stop: () => Promise<void> };
  let relays: Relay[];

  beforeEach(async () => {
    name = `relay_${randomUUID().replaceAll('-', '')}`;
    orm = await openDatabase(withMessaging({ name, config, entities: [], migrations: [] }));
    await withAdmin(outsideKafka(), (admin) =>
      admin.createTopics({ topics: [{ topic: name, numPartitions: 2 }], waitForLeaders: true }),
    );
    topic = await readTopic(name);
    relays = [];
  });
  afterEach(async () => {
    await Promise.all(relays.map((relay) => relay.onApplicationShutdown()));
    await topic.stop();
    await orm.close(true);
  });

  const execute = <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    orm.em.fork().execute<Row[]>(sql, values);
  const start = (kafka: Kafka = outsideKafka(), to: DatabaseConfig = config): Relay => {
    const relay = new Relay(kafka, { connection: connectionOptions(to, name) });
    relays.push(relay);
    relay.onApplicationBootstrap();
    return relay;
  };
  const write = (key: string, version: number) =>
    execute('insert into outbox (topic, key, value) values (?, ?, ?)', [name, key, JSON.stringify({ version })]);
  const isOutboxEmpty = async (): Promise<boolean> => (await execute('select 1 from outbox')).length === 0;
  const versionsOf = (key: string): number[] =>
    topic.received
      .filter((each) => each.key === key)
      .map(({ value }) => (JSON.parse(value ?? '') as { version: number }).version);
  /** Ends the relays' database sessions, as a restart or failover of PostgreSQL does. */
  const endSessionsOfRelays = () =>
    execute(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query like '%from outbox%'`,
    );

  /** Starts a relay that publishes version 1 and stalls while it sends version 2. */
  const startStalled = async () => {
    const gate = gatedKafka(engines().KAFKA_BROKERS.split(','));
    const relay = start(gate.kafka);
    await write('a', 1);
    await eventually(() => versionsOf('a').includes(1));
    await eventually(isOutboxEmpty);
    gate.close();
    await write('a', 2);
    await eventually(() => gate.isHolding());
    return { gate, relay };
  };

  it.each([
    ['that lost its session', () => endSessionsOfRelays()],
    ['whose lease expired', () => Promise.resolve()],
  ])('rejects the late write of a stalled relay %s', async (_, disturb) => {
    const { gate } = await startStalled();
    await disturb();
    const second = start();
    await eventually(() => versionsOf('a').includes(2));
    await write('a', 3);
    await eventually(() => versionsOf('a').includes(3));
    await eventually(isOutboxEmpty);
    gate.open();
    // Wait until the first relay publishes version 4. By then, Kafka has responded to its late write.
    await second.onApplicationShutdown();
    await write('a', 4);
    await eventually(() => versionsOf('a').includes(4));
    expect(versionsOf('a')).toEqual([1, 2, 3, 4]);
  });

  it("publishes rows that together exceed Kafka's maximum batch", async () => {
    const text = 'x'.repeat(60_000);
    const versions = Array.from({ length: 40 }, (_, index) => index + 1);
    for (const version of versions)
      await execute('insert into outbox (topic, key, value) values (?, ?, ?)', [
        name,
        'large',
        JSON.stringify({ version, text }),
      ]);
    start();
    await eventually(() => versionsOf('large').length >= versions.length);
    await eventually(isOutboxEmpty);
    expect(versionsOf('large')).toEqual(versions);
  });

  it('publishes from one process at a time, and continues in another process when this process ends', async () => {
    const running = [start(), start(), start()];
    const holder = async (): Promise<string> => {
      const [row] = await execute<{ holder: string | null }>('select holder from relay_lease');
      return row?.holder ?? '';
    };
    const first = await eventually(async () => (await holder()) || undefined);
    for (const version of [1, 2, 3]) await write('b', version);
    await eventually(() => versionsOf('b').includes(3));
    expect(await holder()).toBe(first);
    await Promise.all(running.slice(0, 2).map((relay) => relay.onApplicationShutdown()));
    for (const version of [4, 5, 6]) await write('b', version);
    await eventually(() => versionsOf('b').includes(6));
    expect(versionsOf('b')).toEqual([1, 2, 3, 4, 5, 6]);
  });

  /** Runs one relay until it has published one row. */
  const publishAlone = async (version: number): Promise<void> => {
    const relay = start();
    await write('c', version);
    await eventually(() => versionsOf('c').includes(version));
    await eventually(isOutboxEmpty);
    await relay.onApplicationShutdown();
  };
  const producerId = async (): Promise<string | undefined> =>
    (await execute<{ producer_id: string }>('select producer_id from relay_lease'))[0]?.producer_id;

  it('loses no row when a restored database reuses an epoch', async () => {
    for (const version of [1, 2, 3, 4]) await publishAlone(version);
    await execute('update relay_lease set producer_epoch = producer_epoch - 3');
    for (const version of [5, 6]) await publishAlone(version);
    expect(versionsOf('c')).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('switches to a new producer id when the epochs are exhausted', async () => {
    await publishAlone(1);
    const first = await producerId();
    await execute('update relay_lease set producer_epoch = 32766');
    await publishAlone(2);
    expect(await producerId()).toBe(first);
    await publishAlone(3);
    expect(await producerId()).not.toBe(first);
    expect(versionsOf('c')).toEqual([1, 2, 3]);
  });

  const onlyOnePublishesBehindAPooler = async (): Promise<void> => {
    const pooler = await startPooler(engines().POSTGRES_URL);
    // PgBouncer in transaction mode rejects session settings such as timeouts.
    const pooled = DatabaseConfig.parse({
      POSTGRES_URL: pooler.url,
      POSTGRES_STATEMENT_TIMEOUT_SECONDS: 0,
      POSTGRES_LOCK_TIMEOUT_SECONDS: 0,
    });
    try {
      for (let count = 0; count < 3; count += 1) start(outsideKafka(), pooled);
      for (let version = 1; version <= 20; version += 1) await write('d', version);
      await eventually(() => versionsOf('d').includes(20));
      expect(versionsOf('d')).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
      // The epoch is still 0, because no other relay took the lease.
      expect(await execute('select producer_epoch from relay_lease')).toEqual([{ producer_epoch: 0 }]);
      await Promise.all(relays.map((relay) => relay.onApplicationShutdown()));
    } finally {
      await pooler.stop();
    }
  };
  if (hasPgBouncer)
    it('publishes from one process and in order behind PgBouncer in transaction mode', onlyOnePublishesBehindAPooler);
  else process.stderr.write('The relay is not tested behind a pooler: there is no PgBouncer on this machine.\n');
});
