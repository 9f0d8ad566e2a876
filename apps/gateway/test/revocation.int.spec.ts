import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomInt } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { userChanged, type UserState } from '@portico/contracts/events/identity';
import { parseConfig, startService } from '@portico/service';
import {
  caller,
  engines,
  eventually,
  outsideKafka,
  startTestTokens,
  stateMessage,
  type TestTokens,
} from '@portico/testing';
import { AppModule } from '../src/app.module.ts';
import { GatewayConfig } from '../src/config.ts';
import { gatewayOptions } from '../src/gateway.ts';

const NOBODY = 'http://127.0.0.1:1';

/** Answers the Authorization header that it was sent. */
const startEcho = async (): Promise<{ server: Server; url: string }> => {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(request.headers.authorization ?? null));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

const startGateway = async (identityUrl: string, brokers: string): Promise<NestExpressApplication> => {
  const urls = { ORGS_URL: NOBODY, INTEGRATIONS_URL: NOBODY, BILLING_URL: NOBODY, EVENTS_URL: NOBODY };
  const parsed = parseConfig(GatewayConfig, {
    PORT: '0',
    LOG_LEVEL: 'silent',
    CONSOLE_URL: 'http://localhost:3999',
    KAFKA_BROKERS: brokers,
    IDENTITY_URL: identityUrl,
    ...urls,
  });
  if (!('config' in parsed)) throw new Error(parsed.faults.join('\n'));
  return startService(AppModule.with(parsed.config), parsed.config, gatewayOptions(parsed.config));
};

describe('revocation', () => {
  const producer = outsideKafka().producer();
  let echo: Awaited<ReturnType<typeof startEcho>>;
  let tokens: TestTokens;
  let gateway: NestExpressApplication;

  const publish = async (id: number, changes: Partial<UserState>): Promise<void> => {
    const state = {
      id,
      version: 2,
      accessVersion: 1,
      name: 'Vera',
      email: 'v@x.test',
      usertype: 'ADMIN',
      deletedAt: null,
    };
    await producer.send({ topic: userChanged.topic, messages: [stateMessage(userChanged, { ...state, ...changes })] });
  };
  const passedOn = async (token: string): Promise<unknown> =>
    (await caller(await gateway.getUrl(), token)('GET', '/auth')).body;
  const isRevoked = async (token: string): Promise<boolean> => (await passedOn(token)) === 'Revoked';
  const isReady = async (): Promise<boolean> =>
    (await caller(await gateway.getUrl())('GET', '/health/ready')).status === 200;

  beforeAll(async () => {
    [echo, tokens] = await Promise.all([startEcho(), startTestTokens(), producer.connect()]);
    gateway = await startGateway(echo.url, engines().KAFKA_BROKERS);
    await eventually(isReady);
  });
  afterAll(async () => {
    await gateway.close();
    await Promise.all([producer.disconnect(), tokens.stop()]);
    echo.server.close();
    echo.server.closeAllConnections();
  });

  // spec: D.31
  it('passes no token on that was signed before its user changed, within a second, and every one after it', async () => {
    const id = randomInt(1_000_000, 2_000_000);
    const [old, fresh] = [await tokens.sign({ id, version: 1 }), await tokens.sign({ id, version: 3 })];
    expect(await passedOn(old)).toBe(`Bearer ${old}`);
    await publish(id, { version: 3, accessVersion: 3 });
    await eventually(() => isRevoked(old), 1_000);
    expect(await passedOn(fresh)).toBe(`Bearer ${fresh}`);
  });

  it('passes on tokens of a user whose name changed, and none of one who was deleted', async () => {
    const id = randomInt(1_000_000, 2_000_000);
    const [renamed, deleted] = [await tokens.sign({ id }), await tokens.sign({ id: id + 1 })];
    await publish(id, { name: 'Another' });
    await publish(id + 1, { deletedAt: new Date().toISOString() });
    await eventually(() => isRevoked(deleted), 1_000);
    expect(await passedOn(renamed)).toBe(`Bearer ${renamed}`);
  });

  it('does not stumble over what is no token', async () => {
    for (const token of ['x', 'x.y.z', 'e30.bnVsbA.']) expect(await passedOn(token)).toBe(`Bearer ${token}`);
  });

  it('knows at its start what changed before it', async () => {
    const id = randomInt(1_000_000, 2_000_000);
    const old = await tokens.sign({ id, version: 1 });
    await publish(id, { version: 3, accessVersion: 3 });
    const before = gateway;
    gateway = await startGateway(echo.url, engines().KAFKA_BROKERS);
    await before.close();
    await eventually(() => isRevoked(old));
  });

  it('answers without Kafka, and says that it is not there', async () => {
    const alone = await startGateway(echo.url, '127.0.0.1:1');
    const call = caller(await alone.getUrl(), 'a-token');
    expect(await call('GET', '/auth')).toMatchObject({ status: 200, body: 'Bearer a-token' });
    expect(await call('GET', '/health/ready')).toMatchObject({
      status: 503,
      body: { missing: { revocations: 'Kafka does not answer' } },
    });
    const began = performance.now();
    await alone.close();
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});
