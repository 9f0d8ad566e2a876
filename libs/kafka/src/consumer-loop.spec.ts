import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@portico/testkit';
import type { Kafka } from './client.ts';
import { ConsumerLoop } from './consumer-loop.ts';

/** Creates an error of the same form as an error of kafkajs. */
const kafkaError = (name: string, message: string, retriable: boolean, cause?: Error): Error =>
  Object.assign(new Error(message), { name: `KafkaJS${name}`, retriable, cause });

const COORDINATOR_NOT_FOUND = kafkaError('GroupCoordinatorNotFound', 'Failed to find group coordinator', false);
const CONNECTION_REFUSED = kafkaError('ConnectionError', 'connect ECONNREFUSED', true);
/** kafkajs throws a plain `Error` when a broker accepts the connection but never responds. */
const NEVER_ANSWERED = new Error('Broker not connected');
const NO_RIGHT = kafkaError('ProtocolError', 'Not authorized to access topics', false);

/** A fake Kafka. Its consumer records every call in `calls`, and each item of `failures` makes one connection attempt fail. */
const fakeKafka = () => {
  const events = new EventEmitter();
  const calls: string[] = [];
  const failures: Error[] = [];
  const ask = (what: string) => async () => {
    calls.push(what);
    const failure = what === 'connect' ? failures.shift() : undefined;
    if (failure) throw failure;
  };
  let isInGroup = false;
  /** Returns a method that records its call. Outside a group, the method throws the same error as kafkajs. */
  const move = (what: string) => () => {
    if (!isInGroup) throw kafkaError('NonRetriableError', 'Consumer group was not initialized', false);
    calls.push(what);
  };
  const consumer = {
    events: { GROUP_JOIN: 'join', FETCH: 'fetch', CRASH: 'crash', STOP: 'stop' },
    on: (name: string, listener: (event: unknown) => void) => events.on(name, listener),
    ...Object.fromEntries(['connect', 'subscribe', 'run', 'disconnect'].map((name) => [name, ask(name)])),
    ...Object.fromEntries(['seek', 'pause', 'resume'].map((name) => [name, move(name)])),
  };
  const join = () => {
    isInGroup = true;
    events.emit('join', { payload: { memberAssignment: { events: [0] } } });
  };
  const leave = () => {
    isInGroup = false;
    events.emit('stop', {});
  };
  const crash = (error: Error, restart = false) => events.emit('crash', { payload: { error, restart, groupId: 'g' } });
  return { kafka: { consumer: () => consumer } as unknown as Kafka, asked: calls, failures, crash, join, leave };
};

const begun = async (lost?: () => void, joined?: (loop: ConsumerLoop) => void) => {
  const fake = fakeKafka();
  const failed: unknown[] = [];
  const loop: ConsumerLoop = new ConsumerLoop(fake.kafka, {
    topics: ['events'],
    consumer: { groupId: 'g' },
    commits: 'by owner',
    eachBatch: async () => undefined,
    joined: () => joined?.(loop),
    lost,
    failed: (error) => void failed.push(error),
  });
  await loop.begin();
  fake.asked.length = 0;
  return { ...fake, loop, failed };
};

const BEGUN = ['connect', 'subscribe', 'run'];

describe('a consumer that kafkajs has stopped', () => {
  it('restarts when a broker accepted the connection but never answered', async () => {
    const { crash, asked, failures, failed } = await begun();
    failures.push(NEVER_ANSWERED);
    crash(NEVER_ANSWERED);
    await eventually(() => asked.includes('run'));
    expect([asked, failed]).toEqual([['connect', 'disconnect', ...BEGUN], []]);
  });

  it('restarts as often as needed when no coordinator was found', async () => {
    const { crash, asked, failures, failed } = await begun();
    failures.push(CONNECTION_REFUSED, kafkaError('BrokerNotFound', 'Broker 0 not found', true));
    crash(COORDINATOR_NOT_FOUND);
    await eventually(() => asked.includes('run'));
    expect(asked).toEqual(['connect', 'disconnect', 'connect', 'disconnect', ...BEGUN]);
    expect(failed).toEqual([]);
  });

  it.each([COORDINATOR_NOT_FOUND, CONNECTION_REFUSED, NEVER_ANSWERED])(
    'restarts when the failure was caused by "%s"',
    async (cause) => {
      const { crash, asked } = await begun();
      crash(kafkaError('NonRetriableError', 'gave up', false, cause));
      await eventually(() => asked.includes('run'));
      expect(asked).toEqual(BEGUN);
    },
  );

  it('does not restart when kafkajs restarts it by itself', async () => {
    const { crash, asked, failed } = await begun();
    crash(COORDINATOR_NOT_FOUND, true);
    crash(NO_RIGHT);
    await eventually(() => failed.length > 0);
    expect(asked).toEqual([]);
  });

  it('fails when Kafka denies access, and when a non-Kafka error occurs during the restart', async () => {
    const { crash, failures, failed } = await begun();
    crash(NO_RIGHT);
    expect(failed).toEqual([NO_RIGHT]);
    const defect = new TypeError('not a function');
    failures.push(defect);
    crash(COORDINATOR_NOT_FOUND);
    await eventually(() => failed.length > 1);
    expect(failed).toEqual([NO_RIGHT, defect]);
  });

  it('stays stopped after its owner has stopped it', async () => {
    const { loop, crash, asked } = await begun();
    crash(COORDINATOR_NOT_FOUND);
    await loop.stop();
    await eventually(() => asked.filter((what) => what === 'disconnect').length === 2);
    expect(asked).not.toContain('run');
  });

  it('leaves the restart to its owner if configured', async () => {
    let losses = 0;
    const { crash, asked, failed } = await begun(() => void (losses += 1));
    crash(COORDINATOR_NOT_FOUND);
    expect([losses, asked, failed]).toEqual([1, [], []]);
  });
});

describe('a consumer between two group memberships', () => {
  it('ignores seek, pause and resume until it joins a group again', async () => {
    const seekToStart = (loop: ConsumerLoop) => loop.seek({ topic: 'events', partition: 0, offset: '0' });
    const { loop, asked, join, leave } = await begun(undefined, seekToStart);
    const moveAll = () => {
      seekToStart(loop);
      loop.pause(['events']);
      loop.resume(['events']);
    };
    moveAll();
    expect(asked).toEqual([]);
    join();
    moveAll();
    expect(asked).toEqual(['seek', 'seek', 'pause', 'resume']);
    leave();
    moveAll();
    expect(asked).toHaveLength(4);
    join();
    expect(asked).toHaveLength(5);
  });
});
