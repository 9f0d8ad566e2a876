import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Call, eventually, type OwnEngines } from '@portico/testkit';
import { type GatewayAndService, ready, report, SOON, startGatewayAndService } from './gateway-and-service.ts';

describe('the health endpoints during an outage', () => {
  let stack: GatewayAndService;
  let engines: OwnEngines;
  let fromOutside: Call;
  let fromInside: Call;

  beforeAll(async () => {
    stack = await startGatewayAndService();
    ({ engines, fromOutside, fromInside } = stack);
  }, 120_000);
  afterAll(async () => stack?.stop());

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
});
