import { z } from 'zod';
import type { Account } from './account.ts';
import { StripeFault } from './fault.ts';
import { customerOf, found } from './found.ts';
import { listPage, newestFirst } from './list.ts';
import { newId, now, type Meter, type MeterEvent } from './objects.ts';
import { Expand, ExpandOnly, ListParameters, Whole } from './parameters.ts';
import { route, type Route } from './route.ts';

const MeterCreate = z.strictObject({
  display_name: z.string().min(1).max(250),
  event_name: z.string().min(1).max(100),
  default_aggregation: z.strictObject({ formula: z.enum(['sum', 'count', 'last']) }),
  customer_mapping: z
    .strictObject({ event_payload_key: z.string().max(100), type: z.literal('by_id') })
    .default({ event_payload_key: 'stripe_customer_id', type: 'by_id' }),
  value_settings: z.strictObject({ event_payload_key: z.string().max(100) }).default({ event_payload_key: 'value' }),
  expand: Expand,
});
const EventCreate = z.strictObject({
  event_name: z.string().max(100),
  payload: z.record(z.string().max(100), z.string().max(100)),
  identifier: z.string().max(100).optional(),
  timestamp: Whole.pipe(z.int()).optional(),
  expand: Expand,
});
const Minute = Whole.pipe(z.int().multipleOf(60));
const SummaryList = z.strictObject({
  ...ListParameters,
  customer: z.string(),
  start_time: Minute,
  end_time: Minute,
});

/** Maximum seconds between a meter event and now. */
const MAX_PAST = 35 * 24 * 60 * 60;
const MAX_FUTURE = 5 * 60;

const meterOf = (account: Account, id: string): Meter => found('billing.meter', account.meters, id);

const createMeter = (account: Account, sent: z.output<typeof MeterCreate>): Meter => {
  const isTaken = [...account.meters.values()].some(({ event_name: name }) => name === sent.event_name);
  if (isTaken) throw new StripeFault(400, `A meter with event name ${sent.event_name} already exists.`, {});
  const meter: Meter = {
    id: newId('mtr_test'),
    object: 'billing.meter',
    created: now(),
    customer_mapping: sent.customer_mapping,
    default_aggregation: sent.default_aggregation,
    display_name: sent.display_name,
    event_name: sent.event_name,
    event_time_window: null,
    livemode: false,
    status: 'active',
    status_transitions: { deactivated_at: null },
    updated: now(),
    value_settings: sent.value_settings,
  };
  account.meters.set(meter.id, meter);
  account.emit('billing.meter.created', meter);
  return meter;
};

const createEvent = (account: Account, sent: z.output<typeof EventCreate>): MeterEvent => {
  const meter = [...account.meters.values()].find(({ event_name: name }) => name === sent.event_name);
  if (!meter) throw new StripeFault(400, `No active meter found for event name ${sent.event_name}.`, {});
  const { identifier = newId('evt'), payload, timestamp = now() } = sent;
  customerOf(account, payload[meter.customer_mapping.event_payload_key] ?? '', 'payload');
  if (!/^-?\d{1,15}$/.test(payload[meter.value_settings.event_payload_key] ?? ''))
    throw new StripeFault(400, 'The value of a meter event is a whole number.', { param: 'payload' });
  if (timestamp < now() - MAX_PAST || timestamp > now() + MAX_FUTURE)
    throw new StripeFault(400, 'The timestamp is too old or in the future.', { param: 'timestamp' });
  if (account.meterEvents.has(identifier))
    throw new StripeFault(400, `An event already exists with identifier ${identifier}.`, { param: 'identifier' });
  const event: MeterEvent = {
    object: 'billing.meter_event',
    created: now(),
    event_name: sent.event_name,
    identifier,
    livemode: false,
    payload,
    timestamp,
  };
  account.meterEvents.set(identifier, event);
  return event;
};

/** A customer's use from `start` up to, but not including, `end` (seconds since 1970), aggregated by the meter. */
export const usageOf = (account: Account, meterId: string, customer: string, start: number, end: number): number => {
  const meter = meterOf(account, meterId);
  const values = [...account.meterEvents.values()]
    .filter(
      ({ event_name: name, timestamp, payload }) =>
        name === meter.event_name &&
        payload[meter.customer_mapping.event_payload_key] === customer &&
        timestamp >= start &&
        timestamp < end,
    )
    .toSorted((a, b) => a.timestamp - b.timestamp)
    .map(({ payload }) => Number(payload[meter.value_settings.event_payload_key]));
  const { formula } = meter.default_aggregation;
  if (formula === 'count') return values.length;
  return formula === 'last' ? (values.at(-1) ?? 0) : values.reduce((sum, value) => sum + value, 0);
};

/** https://docs.stripe.com/api/billing/meter and /billing/meter-event */
export const meterRoutes = (account: Account): Route[] => [
  route('POST', '/v1/billing/meters', MeterCreate, (sent) => createMeter(account, sent)),
  route('GET', '/v1/billing/meters', z.strictObject(ListParameters), (paging) =>
    listPage(newestFirst(account.meters.values()), '/v1/billing/meters', paging),
  ),
  route('GET', '/v1/billing/meters/{id}/event_summaries', SummaryList, ({ customer, ...wanted }, id) => {
    const { start_time: start, end_time: end } = wanted;
    customerOf(account, customer);
    const summary = {
      id: `mtrusg_test_${meterOf(account, id).id}`,
      object: 'billing.meter_event_summary',
      aggregated_value: usageOf(account, id, customer, start, end),
      end_time: end,
      livemode: false,
      meter: id,
      start_time: start,
    };
    return listPage([summary], `/v1/billing/meters/${id}/event_summaries`, wanted);
  }),
  route('GET', '/v1/billing/meters/{id}', ExpandOnly, (_, id) => meterOf(account, id)),
  route('POST', '/v1/billing/meter_events', EventCreate, (sent) => createEvent(account, sent)),
];
