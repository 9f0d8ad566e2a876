import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { UsageFaults } from '@portico/contracts/http/billing';
import { eventually, STARTING, startServiceProcess } from '@portico/testkit';
import { newShop, startSurroundings, type Surroundings } from './billing.ts';
import { dashboard } from './paying.ts';
import { customerOf, eventsOf, makeMeters, type Meter, untilSumIs, usage, use } from './using.ts';

jest.setTimeout(180_000);

describe('a crash between writing and sending a meter event', () => {
  let around: Surroundings;
  let meter: Meter;
  const start = () =>
    startServiceProcess('billing', { ...around.environment, LOG_LEVEL: 'info', REPORT_USAGE_EVERY_SECONDS: '1' });

  beforeAll(async () => {
    around = await startSurroundings();
    meter = await makeMeters(dashboard(around));
  }, STARTING);
  afterAll(() => around.stop());

  it('neither loses nor duplicates the event, whether or not Stripe accepted it', async () => {
    let billing = await start();
    const shop = await newShop(around, billing.url);
    const customer = await customerOf(around, shop);
    const period = usage(shop, '10');
    await use(around, period);
    await untilSumIs(around, meter, customer, 10);
    const countEvents = () => eventsOf(around, customer).length;

    // Stripe accepts this event after the process is killed.
    const before = countEvents();
    around.wire.hold();
    await use(around, { ...period, version: 2, used: '15' });
    await eventually(() => countEvents() > before, 30_000);
    await billing.kill();
    around.wire.release();
    await untilSumIs(around, meter, customer, 15);
    billing = await start();
    await eventually(() => countEvents() > before + 1, 60_000);

    // Stripe does not receive the event of version 4 before the process is killed.
    await use(around, { ...period, version: 3, used: '21' });
    await untilSumIs(around, meter, customer, 21);
    await around.wire.cut(async () => {
      await use(around, { ...period, version: 4, used: '28' });
      const admin = await around.as(billing.url, 'ADMIN');
      // Waits until the event is written and its first attempt has failed.
      await eventually(
        async () => ((await admin('GET', '/admin/billing/usage-faults')).body as UsageFaults).data.length > 0,
      );
      await billing.kill();
    });
    billing = await start();
    try {
      await untilSumIs(around, meter, customer, 28);
      const values = new Map(
        eventsOf(around, customer).map((form) => [form.get('identifier'), form.get('payload[value]')]),
      );
      expect([...values.values()]).toEqual(['10', '5', '6', '7']);
    } finally {
      await billing.stop();
    }
  });
});
