import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { downloadVouchers } from '@portico/contracts/http/orgs';
import {
  caller,
  engines,
  eventually,
  type ServiceProcess,
  STARTING,
  startServiceProcess,
  startTestTokens,
  type TestTokens,
} from '@portico/testkit';

const UNREACHABLE = 'http://127.0.0.1:1';
/**
 * Query strings with the secret parameter `pass`: plain, with an encoded name, sent twice, between known parameters, and after a second
 * question mark.
 */
const SPELLINGS = ['pass=S', 'p%61ss=S', '%70%61%73%73=S', 'pass=S&pass=S', 'limit=1&p%61ss=S&limit=2', 'a=b?pass=S'];

describe('the request log', () => {
  let tokens: TestTokens;
  let orgs: ServiceProcess;
  let gateway: ServiceProcess;
  const outputs = new Map<ServiceProcess, string>();

  const listen = (service: ServiceProcess): void => {
    outputs.set(service, '');
    service.process.stdout?.on('data', (chunk: Buffer) =>
      outputs.set(service, `${outputs.get(service)}${String(chunk)}`),
    );
  };
  const lines = (service: ServiceProcess, id: string): string[] =>
    (outputs.get(service) ?? '').split('\n').filter((line) => line.includes(id));

  beforeAll(async () => {
    tokens = await startTestTokens();
    const environment = { ...engines(), IDENTITY_URL: tokens.identityUrl, CONSOLE_URL: 'http://localhost:3999' };
    const links = {
      API_URL: 'http://localhost:3001',
      SIGNING_SECRET: 'a secret that only the tests know and long enough',
    };
    orgs = await startServiceProcess('orgs', { ...environment, ...links });
    const urls = {
      INTEGRATIONS_URL: UNREACHABLE,
      BILLING_URL: UNREACHABLE,
      EVENTS_URL: UNREACHABLE,
      ALERTS_URL: UNREACHABLE,
      ORGS_URL: orgs.url,
    };
    gateway = await startServiceProcess('gateway', { ...environment, ...urls });
    for (const service of [orgs, gateway]) listen(service);
  }, STARTING);
  afterAll(async () => {
    await Promise.all([orgs, gateway].map((service) => service?.stop()));
    await tokens.stop();
  });

  it.each(SPELLINGS)("does not contain a download link's signed pass, sent as %s", async (spelling) => {
    const [id, secret] = [randomUUID(), randomUUID()];
    const path = `${downloadVouchers.path}?${spelling.replaceAll('S', secret)}`;
    await caller(gateway.url)('GET', path, undefined, { 'x-request-id': id });
    for (const service of [gateway, orgs]) {
      await eventually(() => lines(service, id).length > 0);
      expect(lines(service, id).join('\n')).toContain(downloadVouchers.path);
      expect(outputs.get(service)).not.toContain(secret);
    }
  });

  it("has a line for a request whose body is not JSON, with the response's request id", async () => {
    const { status, body, headers } = await caller(gateway.url)('POST', '/organizations', '{"a":');
    const id = headers.get('x-request-id') ?? 'none';
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        code: 'malformed_request',
        message: 'The request could not be read. Its body should be JSON.',
        requestId: id,
      },
    });
    for (const service of [gateway, orgs]) await eventually(() => lines(service, id).length > 0);
  });
});
