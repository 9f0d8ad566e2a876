import { z } from 'zod/mini';
import { filled } from '../common/fields.ts';
import { Count, Id, IdParams, pathText } from '../common/ids.ts';
import { REQUIRED, should } from '../common/wording.ts';
import { PERIOD_STATES } from '../events/usage.ts';
import { endpoint, READS_SETTINGS, TRIES_ONLY } from './endpoint.ts';
import { hasItsField, ITS_FIELD, Measured, MeterQuestion, questionFields } from './event-usage.ts';

/** Maximum periods of one entitlement per response. */
export const MAX_PERIODS = 24;

/** A decimal with at most 9 fraction digits. */
const Decimal = z
  .string()
  .check(
    z.regex(/^-?\d{1,18}(\.\d{1,9})?$/, { error: should('be a number with at most 9 digits after the decimal point') }),
  );

/**
 * `month`: a calendar month in the organization's time zone. `subscription`: the billing period of the subscription that grants the
 * entitlement.
 */
export const METER_PERIODS = ['month', 'subscription'] as const;
export type MeterPeriod = (typeof METER_PERIODS)[number];

/** `hard`: Portico rejects events beyond the limit. Without a subscription the usage period is a calendar month. */
export const MeterWrite = z
  .object({
    ...questionFields,
    hard: z._default(z.boolean(), false),
    period: z._default(z.enum(METER_PERIODS), 'month'),
  })
  .check(z.refine(hasItsField, ITS_FIELD));
export type MeterWrite = z.infer<typeof MeterWrite>;

/** A meter. A change takes effect in the next period, except for `hard`, which takes effect at once. */
export const Meter = z.object({
  /** The lookup key of the entitlement. */
  lookupKey: z.string(),
  /** Starts at 1. */
  version: Count,
  where: z.string(),
  ...Measured,
  hard: z.boolean(),
  period: z.enum(METER_PERIODS),
  changedAt: z.string(),
});
export type Meter = z.infer<typeof Meter>;

/** All entitlements across organizations, each with its meter. */
export const Meters = z.object({
  data: z.array(z.object({ lookupKey: z.string(), name: z.string(), organizations: Count, meter: z.nullable(Meter) })),
});
export type Meters = z.infer<typeof Meters>;

/** The predicted count of a meter. `value`: a decimal. */
export const MeterPreview = z.object({
  from: z.string(),
  to: z.string(),
  data: z.array(z.object({ organizationId: Id, name: z.nullable(z.string()), value: z.string(), events: Count })),
});
export type MeterPreview = z.infer<typeof MeterPreview>;

export const UsageAdjustment = z.object({
  id: Id,
  amount: z.string(),
  reason: z.string(),
  /** Id of the administrator. */
  userId: Id,
  userName: z.nullable(z.string()),
  createdAt: z.string(),
});
export type UsageAdjustment = z.infer<typeof UsageAdjustment>;

/** An organization's use of an entitlement in a period. The next period begins at `endsAt`. */
export const UsagePeriod = z.object({
  id: Id,
  organizationId: Id,
  lookupKey: z.string(),
  ...Measured,
  startsAt: z.string(),
  endsAt: z.string(),
  /** The organization's time zone when the period began. */
  timeZone: z.string(),
  state: z.enum(PERIOD_STATES),
  countedTo: z.string(),
  /** The count of the `events` that arrived before `countedTo`. */
  value: z.string(),
  /** `value` plus the adjustments. */
  used: z.string(),
  events: Count,
  /** Hash of the events' identities; null until frozen. */
  digest: z.nullable(z.string()),
  /** The query that returns exactly the counted events. */
  evidence: z.string(),
  adjustments: z.array(UsageAdjustment),
});
export type UsagePeriod = z.infer<typeof UsagePeriod>;

/** `days`: use per day in the period's time zone, in order; null while the events service is unavailable. */
export const UsageDetail = z.extend(UsagePeriod, {
  days: z.nullable(z.array(z.object({ day: z.string(), value: z.string(), events: Count }))),
});
export type UsageDetail = z.infer<typeof UsageDetail>;

export const AdjustmentCreate = z.object({
  amount: Decimal.check(z.refine((amount) => Number(amount) !== 0, { error: should('not be 0') })),
  reason: filled(500, { error: REQUIRED }),
});
export type AdjustmentCreate = z.infer<typeof AdjustmentCreate>;

/** `key`: the lookup key of the entitlements that the meter counts. */
export const MeterParams = z.object({ key: pathText(z.string().check(z.minLength(1), z.maxLength(200))) });
export type MeterParams = z.infer<typeof MeterParams>;

export const listMeters = endpoint({
  method: 'GET',
  path: '/meters',
  audit: READS_SETTINGS,
  summary: 'List entitlements with the meters that count their use',
  response: Meters,
});
export const putMeter = endpoint({
  method: 'PUT',
  path: '/meters/{key}',
  audit: { action: 'meter.save', targets: { meter: 'key' } },
  summary: 'Set which events an entitlement counts; a change takes effect in the next period, a hard limit at once',
  params: MeterParams,
  body: MeterWrite,
  response: Meter,
});
export const previewMeter = endpoint({
  method: 'POST',
  path: '/meters/preview',
  audit: TRIES_ONLY,
  summary: 'Preview what a meter would have counted in the last 30 days, by organization',
  body: MeterQuestion,
  response: MeterPreview,
});
export const listUsage = endpoint({
  method: 'GET',
  path: '/organizations/{id}/usage',
  audit: READS_SETTINGS,
  summary: `List the use of an organization by entitlement and period, within the newest ${MAX_PERIODS} months`,
  params: IdParams,
  response: z.object({ data: z.array(UsagePeriod) }),
});
export const getUsage = endpoint({
  method: 'GET',
  path: '/usage/{id}',
  audit: { action: 'usage-period.read' },
  summary: 'Get the use of one entitlement by an organization in one period, by day',
  params: IdParams,
  response: UsageDetail,
});
export const adjustUsage = endpoint({
  method: 'POST',
  path: '/usage/{id}/adjustments',
  audit: { action: 'usage-period.adjust' },
  summary: 'Correct a used count, with a reason',
  params: IdParams,
  body: AdjustmentCreate,
  created: true,
  response: UsagePeriod,
});
