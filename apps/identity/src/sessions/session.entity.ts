import { defineEntity, p } from '@mikro-orm/core';

const SignedInSchema = defineEntity({
  name: 'SignedIn',
  tableName: 'sessions',
  properties: {
    /** `sid` of its tokens. */
    id: p.integer().primary().autoincrement(),
    userId: p.integer().index('sessions_user_index'),
    /** SHA-256 of the secret in the browser's cookie, which renews the token. */
    secretHash: p.text(),
    /** The OpenID provider. */
    issuer: p.text(),
    /** `sid` of the provider's tokens; null where they have none. */
    providerSid: p.text().nullable().index('sessions_provider_sid_index'),
    device: p.text(),
    /** Without the bits that tell one household from the next. */
    address: p.text(),
    /** Whether the provider said that more than one factor was used. */
    isMultiFactor: p.boolean(),
    /** The administrator, where `userId` is the viewing user of an organization. */
    actorId: p.integer().nullable().index('sessions_actor_index'),
    /** Why the administrator views it. */
    reason: p.text().nullable(),
    startedAt: p.datetime(3).defaultRaw('now()').index('sessions_started_index'),
    lastUsedAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** One sign-in of a user on one device. The row is deleted when the session ends. */
export class SignedIn extends SignedInSchema.class {}
SignedInSchema.setClass(SignedIn);
