import { defineEntity, p } from '@mikro-orm/core';
import type { StoredKey } from './sealed-keys.ts';

const SigningKeySchema = defineEntity({
  name: 'SigningKey',
  tableName: 'signing_keys',
  properties: {
    /** Key id in the header of each token. */
    kid: p.text().primary(),
    /** A JWK with an encrypted private part: see sealed-keys.ts. */
    privateKey: p.json<StoredKey>(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    /** When it starts to sign, until a newer one does; it is published from its creation. By the database's clock. */
    activatesAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** A key's life cycle: published, signing, only published, deleted. */
export class SigningKey extends SigningKeySchema.class {}
SigningKeySchema.setClass(SigningKey);
