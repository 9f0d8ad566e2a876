import { EntityManager, raw } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CONFIG, crash, isDefect } from '@portico/service';
import { type CryptoKey, importJWK, type JWK } from 'jose';
import { ofPostgres } from '../errors.ts';
import { ALGORITHM, keepRotating } from './rotation.ts';
import { KeySealing, type SealingConfig } from './sealed-keys.ts';
import { SigningKey } from './signing-key.entity.ts';

/** `SIGNING_KEY_DAYS`: age in days at which a signing key is replaced. */
type SigningConfig = SealingConfig & { SIGNING_KEY_DAYS: number };

/** Milliseconds between two checks for a due key. */
const POLL_MS = 60_000;

/**
 * The signing keys of a service. Every use reads the keys from the database, so that a rotation by another process takes effect without
 * a restart or a message between processes.
 */
@Injectable()
export class SigningKeys implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(SigningKeys.name);
  /** Cache of the last parsed key, because parsing is expensive. The key with a given `kid` never changes. */
  private signing: { kid: string; key: CryptoKey } | null = null;
  private published: JWK[] = [];
  private timer: NodeJS.Timeout | undefined;
  private readonly sealing: KeySealing;

  constructor(
    private readonly em: EntityManager,
    @Inject(CONFIG) private readonly config: SigningConfig,
  ) {
    this.sealing = new KeySealing(config);
  }

  async onModuleInit(): Promise<void> {
    await this.keep();
    this.timer = setInterval(() => {
      this.keep().catch((error: unknown) => {
        if (isDefect(ofPostgres(error))) return crash(error);
        this.logger.warn({ error: String(error) }, 'signing key rotation failed, retrying in a minute');
      });
    }, POLL_MS);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /**
   * Returns the newest key that already signs and that a configured secret decrypts.
   * @throws Error if no key can sign.
   */
  async current(): Promise<{ kid: string; key: CryptoKey }> {
    const active = { activatesAt: { $lte: raw('now()') } };
    for (const { kid, privateKey } of await this.em
      .fork()
      .find(SigningKey, active, { orderBy: { activatesAt: 'desc' } })) {
      if (this.signing?.kid === kid) return this.signing;
      const opened = this.sealing.open(privateKey);
      if (opened === undefined) continue;
      const key = await importJWK(opened, ALGORITHM);
      if (key instanceof Uint8Array) throw new TypeError(`signing key ${kid} is not a private key`);
      this.signing = { kid, key };
      return this.signing;
    }
    throw new Error('there is no signing key');
  }

  private keep(): Promise<void> {
    return keepRotating(this.em, this.config.SIGNING_KEY_DAYS, this.sealing);
  }

  /** Returns the public keys as an RFC 7517 key set. While the database is unavailable, returns the last known key set. */
  async keySet(): Promise<{ keys: JWK[] }> {
    try {
      const rows = await this.em.fork().find(SigningKey, {}, { orderBy: { activatesAt: 'desc' } });
      this.published = rows.map(toPublicKey);
    } catch (error) {
      if (this.published.length === 0 || isDefect(ofPostgres(error))) throw error;
      this.logger.warn({ error: String(error) }, 'JWKS refresh failed, serving the cached key set');
    }
    return { keys: this.published };
  }
}

const toPublicKey = ({ kid, privateKey: { kty, crv, x, y } }: SigningKey): JWK => ({
  ...(kty && { kty }),
  ...(crv && { crv }),
  ...(x && { x }),
  ...(y && { y }),
  kid,
  alg: ALGORITHM,
  use: 'sig',
});
