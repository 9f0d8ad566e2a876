import { defineEntity, p } from '@mikro-orm/core';
import { MEASURES } from '@portico/contracts/http/event-usage';
import type { UsageState } from '@portico/contracts/events/usage';
import type { UsagePeriod as UsagePeriodRow } from '@portico/contracts/http/usage';
import { evidenceOf } from './evidence.ts';

/** The fields of a period's state that are computed when the state is published. */
type Published = Pick<UsageState, 'state' | 'value' | 'used' | 'events'>;

const UsagePeriodSchema = defineEntity({
  name: 'UsagePeriod',
  tableName: 'usage_periods',
  properties: {
    id: p.integer().primary().autoincrement(),
    organizationId: p.integer(),
    lookupKey: p.text(),
    meterVersion: p.integer(),
    question: p.text(),
    measure: p.enum(MEASURES),
    field: p.text().nullable(),
    startsAt: p.datetime(3),
    endsAt: p.datetime(3),
    timeZone: p.text().default('UTC'),
    /** All events that arrived before this time are counted. */
    countedTo: p.datetime(3),
    /** The counted value as a decimal, without adjustments. */
    value: p.decimal().precision(38).scale(9).default('0'),
    events: p.bigint('number').defaultRaw('0'),
    /** Digest of the events' ids; set when the period is frozen. */
    digest: p.text().nullable(),
    frozenAt: p.datetime(3).nullable(),
    /** The values that were published with this version; null before the first publication. */
    published: p.json<Published>().nullable(),
    version: p.integer().default(0),
  },
  uniques: [{ name: 'usage_periods_unique', properties: ['organizationId', 'lookupKey', 'startsAt'] }],
  indexes: [
    { name: 'usage_periods_open_index', properties: ['endsAt'], where: 'frozen_at is null' },
    { name: 'usage_periods_unpublished_index', properties: ['id'], where: 'version = 0' },
  ],
});

/** An organization's use of an entitlement in one period. The periods of an entitlement follow each other without gaps. */
export class UsagePeriod extends UsagePeriodSchema.class {
  /**
   * @param used sum of the value and the adjustments
   * @param names names of the users who made adjustments, by user id
   */
  toRow(used: string, adjustments: readonly UsageAdjustment[], names: ReadonlyMap<number, string>): UsagePeriodRow {
    const { id, organizationId, lookupKey, measure, field, timeZone, value, events, digest } = this;
    const now = new Date();
    const isOver = this.endsAt <= now;
    return {
      id,
      organizationId,
      lookupKey,
      measure,
      ...(field && { field }),
      startsAt: this.startsAt.toISOString(),
      endsAt: this.endsAt.toISOString(),
      timeZone,
      state: this.frozenAt ? 'frozen' : isOver ? 'closing' : 'running',
      countedTo: this.countedTo.toISOString(),
      value: plain(value),
      used: plain(used),
      events,
      digest: digest ?? null,
      evidence: evidenceOf(this),
      adjustments: adjustments.map((adjustment) => ({
        id: adjustment.id,
        amount: plain(adjustment.amount),
        reason: adjustment.reason,
        userId: adjustment.userId,
        userName: names.get(adjustment.userId) ?? null,
        createdAt: adjustment.createdAt.toISOString(),
      })),
    };
  }

  toState(): UsageState {
    const { id, version, organizationId, lookupKey, startsAt, endsAt, published } = this;
    if (!published) throw new Error(`the usage ${id} was never published`);
    const moments = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), deletedAt: null };
    return { id, version, organizationId, lookupKey, ...moments, ...published };
  }
}
UsagePeriodSchema.setClass(UsagePeriod);

const UsageAdjustmentSchema = defineEntity({
  name: 'UsageAdjustment',
  tableName: 'usage_adjustments',
  properties: {
    id: p.integer().primary().autoincrement(),
    period: () => p.manyToOne(UsagePeriod).deleteRule('cascade').index('usage_adjustments_period_index'),
    amount: p.decimal().precision(38).scale(9),
    reason: p.text(),
    userId: p.integer(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});

export class UsageAdjustment extends UsageAdjustmentSchema.class {}
UsageAdjustmentSchema.setClass(UsageAdjustment);

const UsageValueSchema = defineEntity({
  name: 'UsageValue',
  tableName: 'usage_values',
  properties: {
    period: () => p.manyToOne(UsagePeriod).primary().deleteRule('cascade'),
    hash: p.uuid().primary(),
  },
});

/** A distinct value that a period has counted. The row is deleted when the period is frozen. */
export class UsageValue extends UsageValueSchema.class {}
UsageValueSchema.setClass(UsageValue);

/** Removes trailing zeros: `12.500000000` becomes `12.5`. */
export const plain = (decimal: string): string =>
  decimal.includes('.') ? decimal.replace(/0+$/, '').replace(/\.$/, '') : decimal;
