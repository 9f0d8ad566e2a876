import { defineEntity, p } from '@mikro-orm/core';

const SignedInSchema = defineEntity({
  name: 'SignedIn',
  tableName: 'sessions',
  properties: {
    /** The `sid` claim of the session's product tokens. */
    id: p.integer().primary().autoincrement(),
    userId: p.integer().index('sessions_user_index'),
    /** SHA-256 of the secret in the browser's cookie, which renews the token. */
    secretHash: p.text(),
    issuer: p.text(),
    /** The `sid` claim of the provider's token; null if the token has no `sid`. */
    providerSid: p.text().nullable().index('sessions_provider_sid_index'),
    device: p.text(),
    /** The network of the client: the address without the bits that identify a household. */
    address: p.text(),
    /** Whether the provider's token proves that the user signed in with more than one factor. */
    isMultiFactor: p.boolean(),
    /** The administrator who views an organization, if `userId` is the organization's viewing user; otherwise null. */
    actorId: p.integer().nullable().index('sessions_actor_index'),
    reason: p.text().nullable(),
    startedAt: p.datetime(3).defaultRaw('now()').index('sessions_started_index'),
    lastUsedAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** One sign-in of a user on one device. The row is deleted when the session ends. */
export class SignedIn extends SignedInSchema.class {}
SignedInSchema.setClass(SignedIn);
