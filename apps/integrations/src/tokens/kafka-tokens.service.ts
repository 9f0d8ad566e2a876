import { timingSafeEqual } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import {
  KAFKA_TOKEN_AUDIENCE,
  KAFKA_TOKEN_ISSUER,
  KAFKA_TOKEN_LIFETIME,
  type KafkaToken,
} from '@portico/contracts/http/oauth';
import { ALGORITHM, SigningKeys } from '@portico/postgres/signing-keys';
import { SignJWT } from 'jose';
import { hashOf } from '../keys/key-text.ts';
import { IntegrationKey } from '../keys/key.entity.ts';
import type { Client } from './client-credentials.ts';

const MINUTE = 60_000;

/** Issues tokens with which a key authenticates to Kafka. Reads the key from the database, so that a revocation is effective at once. */
@Injectable()
export class KafkaTokens {
  constructor(
    private readonly em: EntityManager,
    private readonly keys: SigningKeys,
  ) {}

  /** @returns null for a key that is unknown, does not match the id, is read-only, or is no longer valid. */
  async issue({ id, secret }: Client): Promise<KafkaToken | null> {
    const key = await this.em.findOne(IntegrationKey, { keyId: id });
    const isSecret = timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(key?.hash ?? hashOf('')));
    const now = new Date();
    if (!key || !isSecret || key.kind !== 'publish' || !key.isValid(now)) return null;
    await this.noteUse(key.id, now);
    const left = key.expiresAt ? Math.floor((key.expiresAt.getTime() - now.getTime()) / 1_000) : KAFKA_TOKEN_LIFETIME;
    const lifetime = Math.max(1, Math.min(KAFKA_TOKEN_LIFETIME, left));
    return { access_token: await this.sign(key, lifetime), token_type: 'Bearer', expires_in: lifetime };
  }

  private async sign({ keyId, integrationId, mode }: IntegrationKey, lifetime: number): Promise<string> {
    const { kid, key } = await this.keys.current();
    return new SignJWT({ integration: integrationId, mode, scope: 'publish' })
      .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
      .setSubject(keyId)
      .setIssuer(KAFKA_TOKEN_ISSUER)
      .setAudience(KAFKA_TOKEN_AUDIENCE)
      .setIssuedAt()
      .setExpirationTime(`${lifetime}s`)
      .sign(key);
  }

  private async noteUse(id: number, now: Date): Promise<void> {
    const minute = new Date(Math.floor(now.getTime() / MINUTE) * MINUTE);
    await this.em.execute(
      'update integration_keys set last_used_at = ? where id = ? and (last_used_at is null or last_used_at < ?)',
      [minute, id, minute],
    );
  }
}
