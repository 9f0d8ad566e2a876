import { defineEntity, p } from '@mikro-orm/core';
import type { StoredKey } from './sealed-keys.ts';

const SigningKeySchema = defineEntity({
  name: 'SigningKey',
  tableName: 'signing_keys',
  properties: {
    /** Key id, as it stands in the header of each token. */
    kid: p.text().primary(),
    /** As a JWK, its private part sealed: see sealed-keys.ts. */
    privateKey: p.json<StoredKey>(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    /** From then on it signs, until a newer one does; it is published from its creation. By the database's clock. */
    activatesAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** Its life cycle: created and published, signing, only published, deleted. */
export class SigningKey extends SigningKeySchema.class {}
SigningKeySchema.setClass(SigningKey);
