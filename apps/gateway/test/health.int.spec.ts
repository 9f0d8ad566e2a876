import type { NestExpressApplication } from '@nestjs/platform-express';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Answer,
  type Call,
  caller,
  eventually,
  type OwnEngines,
  type ServiceProcess,
  startOwnEngines,
  startServiceProcess,
  startTestTokens,
  type TestTokens,
} from '@portico/testkit';
import { CONSOLE, type Echo, startEmptyService, startGateway } from './start-gateway.ts';

/** A Kafka client that lost its broker reconnects slowly. */
const SOON = 60_000;

type Report = {
  status: string;
  dependencies: Record<string, { state: string; since: string; reason?: string }>;
  warnings: Record<string, { since: string; reason: string }>;
};

describe('the health endpoints', () => {
  let engines: OwnEngines;
  let tokens: TestTokens;
  let orgs: ServiceProcess;
  let other: Echo;
  let gateway: NestExpressApplication;
  let fromOutside: Call;
  let fromInside: Call;

  beforeAll(async () => {
    [engines, tokens, other] = await Promise.all([startOwnEngines(), startTestTokens(), startEmptyService()]);
    orgs = await startServiceProcess('orgs', {
      ...engines.environment,
      IDENTITY_URL: tokens.identityUrl,
      CONSOLE_URL: CONSOLE,
      API_URL: CONSOLE,
      SIGNING_SECRET: 'a secret that only the tests know, long enough',
    });
    gateway = await startGateway({
      IDENTITY_URL: tokens.identityUrl,
      ORGS_URL: orgs.url,
      INTEGRATIONS_URL: other.url,
      EVENTS_URL: other.url,
    });
    const token = await tokens.sign();
    fromOutside = caller(await gateway.getUrl(), token);
    fromInside = caller(orgs.url, token);
    await eventually(async () => (await fromOutside('GET', '/health/ready')).status === 200, SOON);
  }, 120_000);
  afterAll(async () => {
    await gateway?.close();
    await orgs?.stop();
    await Promise.all([engines?.stop(), tokens?.stop()]);
    other?.stop();
  });

  const report = async (call: Call): Promise<Report> => (await call('GET', '/health/dependencies')).body as Report;
  const ready = async (call: Call): Promise<Answer> => call('GET', '/health/ready');

  it('report the state of each service without internal details', async () => {
    const { status, dependencies } = await report(fromOutside);
    expect(status).toBe('failing');
    // The stand-in for identity has no health endpoints.
    expect(Object.entries(dependencies).map(([name, { state }]) => [name, state])).toEqual(
      expect.arrayContaining([
        ['orgs', 'ok'],
        ['billing', 'failing'],
        ['identity', 'failing'],
      ]),
    );
    expect(JSON.stringify(dependencies)).not.toMatch(/reason|127\.0\.0\.1|ECONN/);
    expect((await fromOutside('GET', '/metrics')).status).toBe(404);
  });

  it('stay ready while Kafka is unavailable and report since when it is', async () => {
    expect((await report(fromInside)).dependencies).toMatchObject({
      kafka: { state: 'ok' },
      postgres: { state: 'ok' },
    });
    const began = Date.now();
    const letSpeak = engines.silenceKafka();
    try {
      await eventually(async () => (await report(fromInside)).dependencies['kafka']?.state === 'failing', SOON);
      for (const call of [fromInside, fromOutside]) expect(await ready(call)).toMatchObject({ status: 200 });
      expect((await fromOutside('GET', '/organizations')).status).toBe(200);
      const { kafka, postgres } = (await report(fromInside)).dependencies;
      expect(postgres).toMatchObject({ state: 'ok' });
      expect(kafka?.reason).toBeTruthy();
      expect(Date.parse(kafka?.since ?? '')).toBeGreaterThanOrEqual(began);
      expect((await report(fromInside)).dependencies['kafka']?.since).toBe(kafka?.since);
    } finally {
      letSpeak();
    }
    await eventually(async () => (await report(fromInside)).dependencies['kafka']?.state === 'ok', SOON);
  }, 240_000);

  it('stay ready while a database is unavailable', async () => {
    await engines.withoutPostgres(async () => {
      await eventually(async () => (await report(fromInside)).dependencies['postgres']?.state === 'failing', SOON);
      expect((await fromInside('GET', '/health/dependencies')).status).toBe(503);
      expect(await ready(fromInside)).toMatchObject({ status: 200 });
    });
    await eventually(async () => (await fromInside('GET', '/health/dependencies')).status === 200, SOON);
  }, 120_000);

  it('warn once when X-Forwarded-For arrives and no proxy is trusted', async () => {
    expect((await report(fromOutside)).warnings).toEqual({});
    const forwarded = { 'x-forwarded-for': '192.0.2.1' };
    await fromOutside('GET', '/organizations', undefined, forwarded);
    const { warnings } = await report(fromOutside);
    expect(warnings).toMatchObject({ addresses: { reason: expect.stringContaining('TRUSTED_PROXIES is 0') } });
    await fromOutside('GET', '/organizations', undefined, forwarded);
    expect((await report(fromOutside)).warnings).toEqual(warnings);
  });
});
