import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { UsageFault, UsageFaults } from '@portico/contracts/http/billing';
import type { OrganizationBilling } from '@portico/contracts/http/organization-billing';
import { eventually, STARTING } from '@portico/testkit';
import type { Stripe } from 'stripe';
import { type Billing, newId, type Shop, startBilling } from './billing.ts';
import { dashboard, portal, press } from './paying.ts';
import { customerOf, eventsOf, KEY, LAST_KEY, makeMeters, type Meter, untilSumIs, usage, use } from './using.ts';

describe('the meter events that Stripe receives', () => {
  let billing: Billing;
  let stripe: Stripe;
  let meter: Meter;
  const database = (sql: string, values: unknown[] = []) => billing.app.get(MikroORM).em.fork().execute(sql, values);
  const shopAndCustomer = async (): Promise<{ shop: Shop; customer: string }> => {
    const shop = await billing.shop();
    return { shop, customer: await customerOf(billing, shop) };
  };
  const identifiers = (customer: string) => eventsOf(billing, customer).map((form) => form.get('identifier'));
  const accepted = (id: number, count: number) =>
    eventually(
      async () =>
        (
          await database(
            'select 1 from meter_events where period_id = ? and sequence > 0 and accepted_at is not null',
            [id],
          )
        ).length === count,
    );
  const faults = async (): Promise<UsageFault[]> =>
    ((await billing.admin('GET', '/admin/billing/usage-faults')).body as UsageFaults).data;
  const faultsOf = async ({ organizationId }: Shop): Promise<UsageFault[]> =>
    (await faults()).filter((fault) => fault.organizationId === organizationId);

  beforeAll(async () => {
    billing = await startBilling({ REPORT_USAGE_EVERY_SECONDS: '1' });
    stripe = dashboard(billing);
    meter = await makeMeters(stripe);
  }, STARTING);
  afterEach(() => billing.wire.onAnswer(null));
  afterAll(() => billing.stop());

  it('contain each whole-number change of the usage once, even if usage states are repeated, late or out of order', async () => {
    const { shop, customer } = await shopAndCustomer();
    const period = usage(shop, '2');
    await use(billing, period);
    await untilSumIs(billing, meter, customer, 2);
    const [three, two] = [
      usage(shop, '7.5', { ...period, version: 3, used: '7.5' }),
      { ...period, version: 2, used: '4' },
    ];
    await use(billing, three, two, three, period);
    await untilSumIs(billing, meter, customer, 7);
    // A correction subtracts. A version with an unchanged whole count sends no event.
    await use(billing, { ...period, version: 4, used: '5.9' }, { ...period, version: 5, used: '5', state: 'frozen' });
    await untilSumIs(billing, meter, customer, 5);
    await accepted(period.id, 3);
    expect(eventsOf(billing, customer).map((form) => form.get('payload[value]'))).toEqual(['2', '5', '-2']);
    expect(new Set(identifiers(customer)).size).toBe(3);
  });

  it("are dated at the period's start in the first report, and later at the time of the report, but within the period", async () => {
    const { shop, customer } = await shopAndCustomer();
    const over = usage(shop, '3', { startsAt: '2000-01-01T00:00:00.000Z', endsAt: '2000-02-01T00:00:00.000Z' });
    const period = usage(shop, '4');
    await use(billing, over, period);
    await untilSumIs(billing, meter, customer, 4);
    await use(billing, { ...period, version: 2, used: '9' });
    await untilSumIs(billing, meter, customer, 9);
    // Waits until the period has ended.
    const minute = Math.floor(Date.now() / 60_000) * 60_000;
    const endsAt = new Date(minute).toISOString();
    await use(billing, { ...period, version: 3, used: '10', endsAt, state: 'closing' });
    await untilSumIs(billing, meter, customer, 10);
    const stamps = eventsOf(billing, customer).map((form) => Number(form.get('timestamp')) * 1_000);
    expect(stamps[0]).toBe(Date.parse(period.startsAt));
    expect(Math.abs(Date.now() - (stamps[1] ?? 0))).toBeLessThan(60_000);
    expect(stamps[2]).toBe(minute - 1_000);
    expect(stamps).toHaveLength(3);
  });

  it('arrive exactly once after an outage or a lost response', async () => {
    const { shop, customer } = await shopAndCustomer();
    const period = usage(shop, '6');
    const failed = () =>
      eventually(
        async () =>
          (await database('select 1 from meter_events where period_id = ? and last_error is not null', [period.id]))
            .length > 0,
        30_000,
      );
    await use(billing, period);
    await untilSumIs(billing, meter, customer, 6);
    await billing.wire.cut(async () => {
      await use(billing, { ...period, version: 2, used: '8' });
      await failed();
      expect(await faultsOf(shop)).toMatchObject([{ lookupKey: KEY, portico: '2', reason: expect.any(String) }]);
    });
    await untilSumIs(billing, meter, customer, 8);
    await accepted(period.id, 2);
    billing.wire.onAnswer((path, body) => (path === '/v1/billing/meter_events' ? 'lost' : body));
    await use(billing, { ...period, version: 3, used: '9' });
    await failed();
    billing.wire.onAnswer(null);
    await accepted(period.id, 3);
    await untilSumIs(billing, meter, customer, 9);
    expect(await faultsOf(shop)).toEqual([]);
    expect(new Set(identifiers(customer)).size).toBe(3);
  });

  it("are not sent again if Stripe's response was lost a day ago, or if the database was lost", async () => {
    const { shop, customer } = await shopAndCustomer();
    const period = usage(shop, '6');
    await use(billing, period);
    await untilSumIs(billing, meter, customer, 6);
    await accepted(period.id, 1);
    await database(
      `update meter_events set accepted_at = null, first_attempt_at = now() - interval '25 hours', next_attempt_at = now()
       where period_id = ? and sequence > 0`,
      [period.id],
    );
    await accepted(period.id, 1);
    expect(identifiers(customer)).toHaveLength(1);
    await database('delete from meter_events where period_id = ?', [period.id]);
    await use(billing, { ...period, version: 2, used: '8' });
    await untilSumIs(billing, meter, customer, 8);
    await accepted(period.id, 1);
    expect(eventsOf(billing, customer).map((form) => form.get('payload[value]'))).toEqual(['6', '2']);
  });

  // An administrator mistakenly enters 18 digits. Stripe accepts 15, and other organizations' reports must continue.
  it("are limited to 15 digits, so that they do not stop another organization's events", async () => {
    const [{ shop, customer }, other] = [await shopAndCustomer(), await shopAndCustomer()];
    const period = usage(shop, '2');
    await use(billing, period);
    await untilSumIs(billing, meter, customer, 2);
    await use(billing, { ...period, version: 2, used: '99999999999999999999999999.5' }, usage(other.shop, '3'));
    await untilSumIs(billing, meter, other.customer, 3);
    await untilSumIs(billing, meter, customer, 999_999_999_999_999);
    await use(billing, { ...period, version: 3, used: '4' });
    await untilSumIs(billing, meter, customer, 4);
    expect(await faultsOf(shop)).toEqual([]);
  });

  it('are not sent to a meter that does not aggregate by sum, and administrators see this as a fault', async () => {
    const { shop, customer } = await shopAndCustomer();
    await use(billing, usage(shop, '6', { lookupKey: LAST_KEY }), usage(shop, '1'));
    await untilSumIs(billing, meter, customer, 1);
    expect(eventsOf(billing, customer)).toHaveLength(1);
    expect(await faults()).toContainEqual({
      organizationId: null,
      organizationName: null,
      lookupKey: LAST_KEY,
      invoice: null,
      stripe: null,
      portico: null,
      reason: "Stripe's meter aggregates by last. Only a meter that aggregates by sum receives usage.",
      since: null,
    });
    expect((await shop.call('GET', '/admin/billing/usage-faults')).status).toBe(403);
  });

  it('are compared with the invoice until both quantities agree', async () => {
    const { shop, customer } = await shopAndCustomer();
    const ends = Math.floor(Date.now() / 60_000) * 60;
    const period = usage(shop, '42', { endsAt: new Date(ends * 1_000).toISOString(), state: 'closing' });
    await use(billing, period);
    await untilSumIs(billing, meter, customer, 42);
    const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const { id } = await stripe.subscriptions.create({
      customer,
      default_payment_method: card,
      items: [{ price: meter.price }],
    });
    let quantity = 40;
    // Pretends that the subscription began with the period.
    billing.wire.onAnswer((path, body) => {
      if (path !== '/v1/invoices') return body;
      const page = JSON.parse(body) as Stripe.ApiList<Stripe.Invoice>;
      for (const { billing_reason: reason, lines } of page.data)
        if (reason === 'subscription_cycle')
          for (const line of lines.data)
            Object.assign(line, { quantity, period: { start: Date.parse(period.startsAt) / 1_000, end: ends } });
      return JSON.stringify(page);
    });
    await press(await portal(shop, customer), 'renew', id);
    const compare = () => billing.admin('POST', '/admin/billing/reconcile', { organizationId: shop.organizationId });
    await compare();
    // No fault before the period is frozen, because its last events may be missing.
    expect(await faultsOf(shop)).toEqual([]);
    await use(billing, { ...period, version: 2, state: 'frozen' });
    const [fault] = await eventually(async () => {
      const found = await faultsOf(shop);
      return found.length > 0 && found;
    });
    expect(fault).toEqual({
      organizationId: shop.organizationId,
      organizationName: `Organization ${shop.organizationId}`,
      lookupKey: KEY,
      invoice: expect.stringMatching(/-\d{4}$/),
      stripe: '40',
      portico: '42',
      reason: null,
      since: period.endsAt,
    });
    await use(billing, { ...period, version: 3, used: '40', state: 'frozen' });
    await eventually(async () => (await faultsOf(shop)).length === 0);
    quantity = 41;
    await compare();
    expect(await faultsOf(shop)).toMatchObject([{ stripe: '41', portico: '40' }]);

    // The invoice line contains the id of its usage period. A user of another organization cannot read the billing.
    const path = `/organization-billing/${shop.organizationId}`;
    const { invoices } = await eventually(async () => {
      const { body } = await shop.call('GET', path);
      return (
        (body as OrganizationBilling).invoices.some(({ usage: lines }) => lines[0]?.quantity === 41) &&
        (body as OrganizationBilling)
      );
    }, 30_000);
    const [line] = invoices.flatMap(({ usage: lines }) => lines).filter((one) => one.quantity === 41);
    expect(line).toEqual({
      lookupKey: KEY,
      quantity: 41,
      startsAt: period.startsAt,
      endsAt: period.endsAt,
      periods: [period.id],
    });
    const stranger = await billing.as(billing.url, 'CLIENT', newId());
    expect((await stranger('GET', path)).status).toBe(404);
  });
});
