import { EntityManager, raw } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CONFIG, crash, isDefect } from '@portico/service';
import { type CryptoKey, importJWK, type JWK } from 'jose';
import { ofPostgres } from '../errors.ts';
import { ALGORITHM, keepRotating } from './rotation.ts';
import { SigningKey } from './signing-key.entity.ts';

/** Age in days at which the key that signs is replaced. */
export type SigningConfig = { SIGNING_KEY_DAYS: number };

/** Milliseconds between two checks whether a key is due. */
const LOOK_EVERY = 60_000;

/**
 * The keys that sign a service's tokens, as its database has them now: a process caches nothing that another one could
 * have changed, so a rotation needs no restart and no message between processes.
 */
@Injectable()
export class SigningKeys implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(SigningKeys.name);
  /** Parsing a key is expensive, and the key of an id never changes. */
  private signing: { kid: string; key: CryptoKey } | null = null;
  private published: JWK[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly em: EntityManager,
    @Inject(CONFIG) private readonly config: SigningConfig,
  ) {}

  async onModuleInit(): Promise<void> {
    await keepRotating(this.em, this.config.SIGNING_KEY_DAYS);
    this.timer = setInterval(() => {
      keepRotating(this.em, this.config.SIGNING_KEY_DAYS).catch((error: unknown) => {
        if (isDefect(ofPostgres(error))) return crash(error);
        this.logger.warn({ error: String(error) }, 'signing key rotation failed, retrying in a minute');
      });
    }, LOOK_EVERY);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** The newest key that is due. @throws Error when the table is empty. */
  async current(): Promise<{ kid: string; key: CryptoKey }> {
    const active = { activatesAt: { $lte: raw('now()') } };
    const [row] = await this.em.fork().find(SigningKey, active, { orderBy: { activatesAt: 'desc' }, limit: 1 });
    if (!row) throw new Error('there is no signing key');
    if (this.signing?.kid !== row.kid) {
      const key = await importJWK(row.privateKey, ALGORITHM);
      if (key instanceof Uint8Array) throw new TypeError(`signing key ${row.kid} is not a private key`);
      this.signing = { kid: row.kid, key };
    }
    return this.signing;
  }

  /** RFC 7517 key set, public parts only; the last known one while the database is unavailable. */
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
