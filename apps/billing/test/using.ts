import { usageChanged, type UsageState } from '@portico/contracts/events/usage';
import { eventually, stateMessage } from '@portico/testkit';
import type { Stripe } from 'stripe';
import { newId, type Shop, type Surroundings } from './billing.ts';
import { checkout, dashboard, pay } from './paying.ts';

const DAY = 86_400_000;
/** Lookup key of an entitlement whose Stripe meter aggregates by `sum`. */
export const KEY = 'payments';
/** Lookup key of an entitlement whose Stripe meter does not aggregate by `sum`. */
export const LAST_KEY = 'peaks';

export type Meter = { id: string; price: string };

/** Creates meters in Stripe before the service starts, so that the service reads them on its first request. */
export async function makeMeters(stripe: Stripe): Promise<Meter> {
  const { id } = await stripe.billing.meters.create({
    display_name: 'Payments',
    event_name: KEY,
    default_aggregation: { formula: 'sum' },
  });
  await stripe.billing.meters.create({
    display_name: 'Peaks',
    event_name: LAST_KEY,
    default_aggregation: { formula: 'last' },
  });
  const product = await stripe.products.create({ name: 'Payments' });
  const price = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 3,
    recurring: { interval: 'month', usage_type: 'metered', meter: id },
  });
  return { id, price: price.id };
}

const midnight = (days: number): string => new Date(Math.floor(Date.now() / DAY + days) * DAY).toISOString();

/** The state of a period that began ten days ago. */
export const usage = (
  { organizationId }: Pick<Shop, 'organizationId'>,
  used: string,
  change: Partial<UsageState> = {},
) => ({
  id: newId(),
  version: 1,
  deletedAt: null,
  organizationId,
  lookupKey: KEY,
  startsAt: midnight(-10),
  endsAt: midnight(20),
  state: 'running' as const,
  value: used,
  used,
  events: 1,
  ...change,
});

/** Publishes states of periods in this order, as the service orgs does. */
export async function use({ engines }: Surroundings, ...states: UsageState[]): Promise<void> {
  const producer = engines.kafka.producer();
  await producer.connect();
  const messages = states.map((state) => stateMessage(usageChanged, state));
  await producer.send({ topic: usageChanged.topic, acks: -1, messages });
  await producer.disconnect();
}

/** Buys a product, and returns the Stripe id of the organization's customer. */
export async function customerOf(around: Surroundings, shop: Shop): Promise<string> {
  await pay(await checkout(shop, 'prod_voucher_50'));
  const { data } = await dashboard(around).customers.list({ limit: 100 });
  const own = data.find(({ metadata }) => metadata['organization_id'] === String(shop.organizationId));
  if (!own) throw new Error('the organization is no customer');
  return own.id;
}

/** The customer's sum in a Stripe meter. */
async function sumOf(around: Surroundings, { id }: Meter, customer: string): Promise<number> {
  const [start, end] = [midnight(-34), midnight(34)].map((moment) => Date.parse(moment) / 1_000);
  const wanted = { customer, start_time: start ?? 0, end_time: end ?? 0 };
  const { data } = await dashboard(around).billing.meters.listEventSummaries(id, wanted);
  return data[0]?.aggregated_value ?? 0;
}

export const untilSumIs = (around: Surroundings, meter: Meter, customer: string, sum: number): Promise<unknown> =>
  eventually(async () => (await sumOf(around, meter, customer)) === sum, 30_000);

/** A customer's meter events that were sent to Stripe. */
export const eventsOf = ({ wire }: Surroundings, customer: string): URLSearchParams[] =>
  wire.sent
    .filter(({ method, path }) => method === 'POST' && path === '/v1/billing/meter_events')
    .map(({ body }) => new URLSearchParams(body))
    .filter((form) => form.get('payload[stripe_customer_id]') === customer);
