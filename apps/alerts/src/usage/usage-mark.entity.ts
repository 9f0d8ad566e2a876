import { defineEntity, p } from '@mikro-orm/core';
import type { UsageThreshold } from '@portico/contracts/http/notices';

const UsageMarkSchema = defineEntity({
  name: 'UsageMark',
  tableName: 'usage_marks',
  properties: {
    /** Id of the entitlement, and the version that was read. */
    id: p.integer().primary().autoincrement(false),
    version: p.integer(),
    /** The start of its period, as published. */
    period: p.text().nullable(),
    said: p.array<UsageThreshold>().columnType('int[]').defaultRaw(`'{}'`),
    open: p.array<UsageThreshold>().columnType('int[]').defaultRaw(`'{}'`),
  },
});

/** Which thresholds of an entitlement were reported, following `orgs.entitlement.v1`. */
export class UsageMark extends UsageMarkSchema.class {}
UsageMarkSchema.setClass(UsageMark);
