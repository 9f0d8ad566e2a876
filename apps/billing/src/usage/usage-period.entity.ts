import { defineEntity, p } from '@mikro-orm/core';
import { PERIOD_STATES } from '@portico/contracts/events/usage';

const UsagePeriodSchema = defineEntity({
  name: 'UsagePeriod',
  tableName: 'usage_periods',
  properties: {
    id: p.integer().primary().autoincrement(false),
    organizationId: p.integer(),
    lookupKey: p.text(),
    startsAt: p.datetime(3),
    endsAt: p.datetime(3),
    state: p.enum(PERIOD_STATES),
    /** The used count as a decimal string, as in `orgs.usage.v1`. */
    used: p.text(),
    version: p.integer(),
  },
  indexes: [{ name: 'usage_periods_key_index', properties: ['organizationId', 'lookupKey', 'startsAt'] }],
});

/** This service's copy of usage, from `orgs.usage.v1`. */
export class UsagePeriod extends UsagePeriodSchema.class {}
UsagePeriodSchema.setClass(UsagePeriod);
