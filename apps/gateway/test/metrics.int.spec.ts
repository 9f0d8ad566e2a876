import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, freePort } from '@portico/testkit';
import { type GatewayAndService, startGatewayAndService } from './gateway-and-service.ts';

describe('the metrics of the gateway and of a service', () => {
  let stack: GatewayAndService;
  let address: string;
  const scrape = async (): Promise<string> => (await fetch(`${address}/metrics`)).text();

  beforeAll(async () => {
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    stack = await startGatewayAndService({ METRICS_PORT: String(port) });
  }, 120_000);
  afterAll(async () => stack?.stop());

  it('are served on a separate port without other endpoints, and not on the public port', async () => {
    expect(await scrape()).toContain('portico_build_info{service="gateway"');
    expect((await fetch(`${address}/health/live`)).status).toBe(404);
    expect((await fetch(`${address}/organizations`)).status).toBe(404);
    expect((await stack.fromOutside('GET', '/metrics')).status).toBe(404);
    expect((await stack.fromOutside('GET', '/METRICS/')).status).toBe(404);
  });

  it("measure requests by the contracts' routes, and unknown paths by an empty route", async () => {
    await stack.fromOutside('GET', '/organizations?limit=1');
    await stack.fromOutside('GET', '/organizations/2147483647');
    for (const path of ['/etc/passwd', '/one', '/two']) await stack.fromOutside('GET', path);
    const counted = (route: string, status: string): RegExp =>
      new RegExp(
        `_count\\{http_request_method="GET",http_route="${route}",http_response_status_code="${status}"\\} (\\d+)`,
      );
    await eventually(async () => {
      const text = await scrape();
      return counted('/organizations', '200').test(text) && counted('/organizations/\\{id\\}', '404').test(text);
    });
    const text = await scrape();
    expect(counted('', '404').exec(text)?.[1]).toBe('4');
    expect(text).not.toMatch(/passwd|2147483647/);
    // Health probes are not measured, because callers do not send them.
    expect(text).not.toContain('http_route="/health');
  });

  it('measure the requests of a service by its routes, and the database statements of the service', async () => {
    const text = String((await stack.fromInside('GET', '/metrics')).body);
    expect(text).toMatch(/http_server_request_duration_seconds_count\{[^}]*http_route="\/organizations"[^}]*\} [1-9]/);
    expect(text).toMatch(
      /db_client_operation_duration_seconds_count\{db_system_name="postgresql",db_operation_name="SELECT",error_type=""\} [1-9]/,
    );
  });
});
