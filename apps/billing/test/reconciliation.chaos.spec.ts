import { setTimeout as sleep } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import { describe, expect, it, jest } from '@jest/globals';
import { eventually, startServiceProcess } from '@portico/testkit';
import { startBilling } from './billing.ts';
import { command } from './reconcile-command.ts';

jest.setTimeout(120_000);

/** Milliseconds by which each page of the endless customer list is delayed. */
const LAG = 300;

describe('several processes running reconciliation', () => {
  it('let only one process reconcile at a time, and replace it if it is killed', async () => {
    const billing = await startBilling();
    const begun = (): number =>
      billing.wire.sent.filter(({ path, query }) => path === '/v1/customers' && !query.includes('starting_after'))
        .length;
    let pages = 0;
    const endlessList = async (path: string, body: string): Promise<string> => {
      if (path !== '/v1/customers') return body;
      await sleep(LAG);
      pages += 1;
      const data = [{ id: `cus_other${pages}`, object: 'customer', metadata: {} }];
      return JSON.stringify({ object: 'list', url: path, has_more: true, data });
    };
    const em = billing.app.get(MikroORM).em.fork();
    const expiry = async (): Promise<number> => {
      const [row] = await em.execute<{ at: string }[]>(
        'select extract(epoch from expires_at)::text as at from reconciliation where holder is not null',
      );
      return Number(row?.at ?? 0);
    };
    await em.execute('update reconciliation set started_at = now()');
    const settings = { ...billing.environment, LOG_LEVEL: 'info', RECONCILE_EVERY_SECONDS: '1' };
    billing.wire.onAnswer(endlessList);
    const busy = await startServiceProcess('billing', settings);
    await eventually(() => begun() === 1);
    const idle = await startServiceProcess('billing', settings);
    try {
      const firstExpiry = await expiry();
      // Waits longer than a lease lasts without a renewal.
      await eventually(async () => (await expiry()) > firstExpiry + 12);
      expect(await command(billing.environment)).toEqual({
        code: 1,
        said: expect.stringContaining('another process is comparing with Stripe'),
      });
      expect(begun()).toBe(1);
      await busy.kill();
      await eventually(() => begun() === 2);
    } finally {
      billing.wire.onAnswer(null);
      await Promise.all([busy.kill(), idle.stop()]);
      await billing.stop();
    }
  });
});
