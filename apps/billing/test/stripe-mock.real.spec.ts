// needs: go
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { eventually, freePort, STARTING } from '@portico/testkit';
import { type Billing, startBilling } from './billing.ts';
import { everyRequest } from './every-request.ts';
import type { Sent } from './wire.ts';

const STRIPE_MOCK = 'github.com/stripe/stripe-mock@v0.203.0';
const FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/portico/go', import.meta.url));

/** On two cores, this suite takes 25 s the first time, because it compiles the mock, and 6 s afterwards. */
describe("Stripe's own mock", () => {
  let billing: Billing;
  let mock: ChildProcess;
  let url: string;

  beforeAll(async () => {
    mkdirSync(FOLDER, { recursive: true });
    execFileSync('go', ['install', STRIPE_MOCK], { env: { ...process.env, GOBIN: FOLDER }, stdio: 'ignore' });
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    mock = spawn(join(FOLDER, 'stripe-mock'), ['-http-addr', `127.0.0.1:${port}`], { stdio: 'ignore' });
    billing = await startBilling({ REPORT_USAGE_EVERY_SECONDS: '1' });
    await billing.app.get(MikroORM).em.fork().execute('update reconciliation set started_at = now()');
    await everyRequest(billing);
    await eventually(() =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    );
  }, 2 * STARTING);
  afterAll(async () => {
    mock?.kill();
    await billing?.stop();
  });

  const send = ({ method, path, query, body, headers }: Sent): Promise<Response> =>
    fetch(`${url}${path}${query === '' ? '' : `?${query}`}`, {
      method,
      headers: {
        authorization: 'Bearer sk_test_mock',
        'content-type': headers['content-type'] ?? 'application/x-www-form-urlencoded',
      },
      ...(method === 'POST' && { body }),
    });

  it('accepts every request that billing makes', async () => {
    const refused = [];
    for (const sent of billing.wire.sent) {
      const response = await send(sent);
      if (response.status !== 200) refused.push([sent.method, sent.path, await response.text()]);
    }
    expect(refused).toEqual([]);
    expect(billing.wire.sent.length).toBeGreaterThan(12);
  });

  it('rejects a request with an unknown parameter', async () => {
    const sent = billing.wire.sent.find(({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions');
    if (!sent) throw new Error('no checkout was begun');
    expect((await send({ ...sent, body: `${sent.body}&succes_url=x` })).status).toBe(400);
  });
});
