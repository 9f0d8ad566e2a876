import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Kafka, logLevel, withAdmin } from '@portico/kafka';
import { Readiness } from '@portico/service';
import { type OwnKafka, startOwnKafka, STARTING } from '@portico/testkit';
import { DIRECTORY_TOPICS, DirectoryFollower } from '../../src/directory/directory.module.ts';
import { Directory } from '../../src/directory/directory.ts';
import { People } from '../../src/directory/people.ts';

/** Milliseconds after which a decision counts as waiting endlessly, much longer than any decision should wait. */
const FAR_TOO_LONG = 20_000;

describe('a decision that waits for the directory while Kafka does not respond', () => {
  let dataDir: string;
  let broker: OwnKafka;
  let follower: DirectoryFollower;
  let answerAgain = (): void => undefined;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    dataDir = await mkdtemp(join(tmpdir(), 'portico-silent-'));
    broker = await startOwnKafka(dataDir);
    const kafka = new Kafka({ clientId: 'silent', brokers: [broker.brokers], logLevel: logLevel.NOTHING });
    const topics = DIRECTORY_TOPICS.map((topic) => ({ topic }));
    await withAdmin(kafka, (admin) => admin.createTopics({ topics, waitForLeaders: true }));
    follower = new DirectoryFollower(kafka, new Directory(), new People(), new Readiness());
    await follower.onModuleInit();
    answerAgain = broker.silence();
  }, STARTING);
  afterAll(async () => {
    answerAgain();
    await follower?.onApplicationShutdown();
    await broker?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const whatCameFirst = (waited: Promise<void>): Promise<string> =>
    Promise.race([
      waited.then(
        () => 'decided',
        (error: unknown) => String(error),
      ),
      sleep(FAR_TOO_LONG, 'still waiting', { ref: false }),
    ]);

  it('times out', async () => {
    expect(await whatCameFirst(follower.catchUp())).toBe('decided');
  }, 30_000);

  it('ends when the service ends, and at once if the service has already ended', async () => {
    const end = new AbortController();
    const waiting = follower.catchUp(end.signal);
    end.abort(new Error('the service ends'));
    expect(await whatCameFirst(waiting)).toBe('Error: the service ends');
    expect(await whatCameFirst(follower.catchUp(end.signal))).toBe('Error: the service ends');
  }, 50_000);
});
