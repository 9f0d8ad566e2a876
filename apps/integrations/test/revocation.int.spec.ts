import { randomInt } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sessionEnded, userChanged, type UserState } from '@portico/contracts/events/identity';
import { parseConfig, startService } from '@portico/service';
import {
  type Answer,
  caller,
  eventually,
  type OwnEngines,
  STARTING,
  startOwnEngines,
  startTestTokens,
  stateMessage,
  type TestTokens,
} from '@portico/testkit';
import type { Producer } from '@portico/kafka';
import { AppModule } from '../src/app.module.ts';
import { IntegrationsConfig } from '../src/config.ts';

const newId = (): number => randomInt(1_000_000, 2_000_000);

// One service represents all services, because shared libraries implement the check.
describe('token revocation in a service', () => {
  let own: OwnEngines;
  let tokens: TestTokens;
  let producer: Producer;
  let service: NestExpressApplication;

  const start = (): Promise<NestExpressApplication> => {
    const parsed = parseConfig(IntegrationsConfig, {
      ...own.environment,
      PORT: '0',
      LOG_LEVEL: 'silent',
      IDENTITY_URL: tokens.identityUrl,
      API_URL: 'http://api.test',
    });
    if (!('config' in parsed)) throw new Error(parsed.faults.join('\n'));
    return startService(AppModule.with(parsed.config), parsed.config);
  };
  const publish = async (id: number, changes: Partial<UserState>): Promise<void> => {
    const user = { id, name: 'Vera', email: 'v@x.test', usertype: 'ADMIN' as const };
    const state = { ...user, version: 2, accessVersion: 1, deletedAt: null, ...changes };
    await producer.send({ topic: userChanged.topic, messages: [stateMessage(userChanged, state)] });
  };
  const ask = async (token: string): Promise<Answer> =>
    caller(await service.getUrl(), token)('GET', '/integrations?limit=1');
  const untilRefused = (token: string): Promise<Answer> =>
    eventually(async () => {
      const answer = await ask(token);
      return answer.status === 401 && answer;
    });
  const dependencies = async (): Promise<Answer> => caller(await service.getUrl())('GET', '/health/dependencies');

  beforeAll(async () => {
    [own, tokens] = await Promise.all([startOwnEngines(), startTestTokens()]);
    producer = own.kafka.producer();
    [service] = await Promise.all([start(), producer.connect()]);
  }, STARTING);
  afterAll(async () => {
    await service.close();
    await producer.disconnect();
    await Promise.all([own.stop(), tokens.stop()]);
  });

  // spec: D.31
  it('rejects a token signed before its user changed, and accepts later tokens', async () => {
    const id = newId();
    const [old, fresh] = [await tokens.sign({ id, version: 1 }), await tokens.sign({ id, version: 3 })];
    expect((await ask(old)).status).toBe(200);
    await publish(id, { version: 3, accessVersion: 3 });
    expect(await untilRefused(old)).toMatchObject({
      body: { code: 'unauthenticated', message: 'Your account has changed. Please sign in again.' },
    });
    expect((await ask(fresh)).status).toBe(200);
  });

  it('rejects only tokens of an ended session, even after a restart', async () => {
    const [id, session] = [newId(), newId()];
    const [ended, other, former] = await Promise.all([
      tokens.sign({ id, session }),
      tokens.sign({ id, session: session + 1 }),
      tokens.sign({ id }),
    ]);
    expect((await ask(ended)).status).toBe(200);
    const state = { id: session, version: 1, deletedAt: new Date().toISOString(), userId: id };
    await producer.send({ topic: sessionEnded.topic, messages: [stateMessage(sessionEnded, state)] });
    expect(await untilRefused(ended)).toMatchObject({ body: { code: 'session_ended' } });
    await service.close();
    service = await start();
    expect((await ask(ended)).status).toBe(401);
    for (const token of [other, former]) expect((await ask(token)).status).toBe(200);
  });

  it('accepts tokens after a change of name, and rejects tokens of a deleted user', async () => {
    const id = newId();
    const [renamed, deleted] = [await tokens.sign({ id }), await tokens.sign({ id: id + 1 })];
    await publish(id, { name: 'Another' });
    await publish(id + 1, { deletedAt: new Date().toISOString() });
    await untilRefused(deleted);
    expect((await ask(renamed)).status).toBe(200);
  });

  it('applies changes from before its start to the first request', async () => {
    const id = newId();
    const old = await tokens.sign({ id, version: 1 });
    await publish(id, { version: 3, accessVersion: 3 });
    const before = service;
    service = await start();
    expect((await ask(old)).status).toBe(401);
    await before.close();
  });

  it('keeps its last known revocations during an outage of Kafka, reports the outage, and catches up afterwards', async () => {
    const id = newId();
    const [revoked, sound] = [await tokens.sign({ id }), await tokens.sign({ id: id + 1 })];
    await publish(id, { accessVersion: 2 });
    await untilRefused(revoked);
    const endSilence = own.silenceKafka();
    try {
      await eventually(async () => {
        const { status, body } = await dependencies();
        const { revocations } = (body as { dependencies: Record<string, { state: string }> }).dependencies;
        return status === 503 && revocations?.state === 'failing';
      }, 30_000);
      expect((await ask(revoked)).status).toBe(401);
      expect((await ask(sound)).status).toBe(200);
    } finally {
      endSilence();
    }
    await publish(id + 1, { accessVersion: 2 });
    await eventually(async () => (await ask(sound)).status === 401, 60_000);
  });
});
