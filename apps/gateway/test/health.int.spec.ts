import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Call } from '@portico/testkit';
import { type GatewayAndService, report, startGatewayAndService } from './gateway-and-service.ts';

describe('the health endpoints', () => {
  let stack: GatewayAndService;
  let fromOutside: Call;

  beforeAll(async () => {
    stack = await startGatewayAndService();
    ({ fromOutside } = stack);
  }, 120_000);
  afterAll(async () => stack?.stop());

  it('report the state of each service without internal details', async () => {
    const { status, dependencies } = await report(fromOutside);
    expect(status).toBe('failing');
    // Identity is failing because its stand-in has no health endpoints.
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

  it('report one warning after requests with X-Forwarded-For if no proxy is trusted', async () => {
    expect((await report(fromOutside)).warnings).toEqual({});
    const forwarded = { 'x-forwarded-for': '192.0.2.1' };
    await fromOutside('GET', '/organizations', undefined, forwarded);
    const { warnings } = await report(fromOutside);
    expect(warnings).toMatchObject({ addresses: { reason: expect.stringContaining('TRUSTED_PROXIES is 0') } });
    await fromOutside('GET', '/organizations', undefined, forwarded);
    expect((await report(fromOutside)).warnings).toEqual(warnings);
  });
});
