import { defineEntity, p } from '@mikro-orm/core';

const PlatformSchema = defineEntity({
  name: 'SilencePlatform',
  tableName: 'silence_platform',
  properties: {
    id: p.integer().primary().autoincrement(false),
    isBehind: p.boolean(),
    since: p.datetime(3),
    /** The process that holds the lease. Only this process reports whether Portico processes events late. */
    holder: p.uuid().nullable(),
    expiresAt: p.datetime(3).nullable(),
  },
});

/** A single row that stores whether Portico processes events late and therefore cannot detect silence. */
export class SilencePlatform extends PlatformSchema.class {}
PlatformSchema.setClass(SilencePlatform);
