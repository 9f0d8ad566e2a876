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
    /** The last person who took over the channel; null if the creator is still responsible. */
    responsibleUserId: p.integer().nullable(),
    /** When the responsible person lost the right to change the channel; null while the person has the right. */
    needsOwnerSince: p.datetime(3).nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    type: p.enum(CHANNEL_TYPES),
    name: p.text(),
    hint: p.text(),
    /** Host or service that receives the requests; null for mail. Portico sends one request per host at a time. */
    host: p.text().nullable(),
    headerNames: p.json<string[]>().defaultRaw(`'[]'`),
    timeZone: p.text().default('UTC'),
    editsMessages: p.boolean(),
    sealed: p.text(),
    /** The encrypted previous secret of a webhook, which is valid until `previousUntil`. */
    sealedPrevious: p.text().nullable(),
    previousUntil: p.datetime(3).nullable(),
    verifiedAt: p.datetime(3).nullable(),
    /** Nonce of the verification code; null when no code is pending. */
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

export class Channel extends ChannelSchema.class {
  stateNow(): ChannelState {
    if (this.disabledAt) return 'disabled';
    if (!this.verifiedAt) return 'unverified';
    return this.failingSince ? 'failing' : 'active';
  }
}
ChannelSchema.setClass(Channel);
