import { defineEntity, p } from '@mikro-orm/core';
import type { StoredKey } from './sealed-keys.ts';

const SigningKeySchema = defineEntity({
  name: 'SigningKey',
  tableName: 'signing_keys',
  properties: {
    /** Key id in the header of each token. */
    kid: p.text().primary(),
    /** A JWK whose private part is encrypted if a secret is configured: see sealed-keys.ts. */
    privateKey: p.json<StoredKey>(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    /** When the key begins to sign, by the database's clock. The key is published from its creation and signs until a newer key does. */
    activatesAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** A key for signing tokens. Its life cycle: published, signing, only published, deleted. */
export class SigningKey extends SigningKeySchema.class {}
SigningKeySchema.setClass(SigningKey);
