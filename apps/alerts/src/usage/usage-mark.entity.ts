import { defineEntity, p } from '@mikro-orm/core';
import type { UsageThreshold } from '@portico/contracts/http/notices';

const UsageMarkSchema = defineEntity({
  name: 'UsageMark',
  tableName: 'usage_marks',
  properties: {
    /** Id of the entitlement. `version`: version of the state that was read last. */
    id: p.integer().primary().autoincrement(false),
    version: p.integer(),
    /** The start of the entitlement's period, as published. */
    period: p.text().nullable(),
    said: p.array<UsageThreshold>().columnType('int[]').defaultRaw(`'{}'`),
    open: p.array<UsageThreshold>().columnType('int[]').defaultRaw(`'{}'`),
  },
});

/** The reported thresholds of an entitlement, from `orgs.entitlement.v1`. */
export class UsageMark extends UsageMarkSchema.class {}
UsageMarkSchema.setClass(UsageMark);
