import { defineEntity, p } from '@mikro-orm/core';
import { OWNER_KINDS } from '@portico/contracts/common/owners';
import { CHANNEL_TYPES } from '@portico/contracts/http/channel-targets';
import type { ChannelState } from '@portico/contracts/http/channels';

const ChannelSchema = defineEntity({
  name: 'Channel',
  tableName: 'channels',
  properties: {
    id: p.integer().primary().autoincrement(),
    owner: p.enum(OWNER_KINDS),
    organizationId: p.integer().nullable(),
    userId: p.integer().nullable(),
    createdBy: p.integer(),
    /** Who took it over last; null: its maker. */
    responsibleUserId: p.integer().nullable(),
    /** Since when the responsible person may not be it any more; null while they may. */
    needsOwnerSince: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    type: p.enum(CHANNEL_TYPES),
    name: p.text(),
    hint: p.text(),
    /** The host or service that its requests go to, one at a time; null of mails. */
    host: p.text().nullable(),
    /** Names of the headers that a webhook is sent with. */
    headerNames: p.json<string[]>().defaultRaw(`'[]'`),
    /** Times in its messages are shown in it. */
    timeZone: p.text().default('UTC'),
    /** Whether its message can be changed later. */
    editsMessages: p.boolean(),
    /** Its target, encrypted: see channel-secrets.ts. */
    sealed: p.text(),
    /** The secret before the current one, encrypted, and until when it is used too. */
    sealedPrevious: p.text().nullable(),
    previousUntil: p.datetime(3).nullable(),
    verifiedAt: p.datetime(3).nullable(),
    /** What the code that was sent to it is made from; null when there is none to be entered. */
    codeNonce: p.text().nullable(),
    codeExpiresAt: p.datetime(3).nullable(),
    codeAttempts: p.integer().default(0),
    failingSince: p.datetime(3).nullable(),
    disabledAt: p.datetime(3).nullable(),
    lastDeliveredAt: p.datetime(3).nullable(),
    lastError: p.text().nullable(),
  },
  indexes: [
    { name: 'channels_owner_index', properties: ['owner', 'organizationId', 'userId'] },
    {
      name: 'channels_responsible_index',
      expression:
        'create index "channels_responsible_index" on "channels" ((coalesce("responsible_user_id", "created_by")))',
    },
    {
      name: 'channels_needs_owner_index',
      expression:
        'create index "channels_needs_owner_index" on "channels" ("needs_owner_since") where "needs_owner_since" is not null',
    },
  ],
});

/** Somewhere outside of Portico to which notices are sent. */
export class Channel extends ChannelSchema.class {
  stateNow(): ChannelState {
    if (this.disabledAt) return 'disabled';
    if (!this.verifiedAt) return 'unverified';
    return this.failingSince ? 'failing' : 'active';
  }
}
ChannelSchema.setClass(Channel);
