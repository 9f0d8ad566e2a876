import { defineEntity, p } from '@mikro-orm/core';

const PlatformSchema = defineEntity({
  name: 'SilencePlatform',
  tableName: 'silence_platform',
  properties: {
    id: p.integer().primary().autoincrement(false),
    isBehind: p.boolean(),
    since: p.datetime(3),
    /** The process that holds the lease: only it reports whether Portico is behind. */
    holder: p.uuid().nullable(),
    expiresAt: p.datetime(3).nullable(),
  },
});

/** One row: whether Portico itself is behind, so that silence cannot be detected. */
export class SilencePlatform extends PlatformSchema.class {}
PlatformSchema.setClass(SilencePlatform);
