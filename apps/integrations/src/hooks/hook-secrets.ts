import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Preset } from '@portico/contracts/common/hooks';
import { CONFIG, Problem, Sealing } from '@portico/service';
import type { IntegrationsConfig } from '../config.ts';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

const random = (): string => randomBytes(32).toString('base64url');

/** Generates a secret in the format that the senders of each preset expect. */
const newSecret: Readonly<Record<Preset, () => string>> = {
  'standard-webhooks': () => `whsec_${randomBytes(32).toString('base64')}`,
  stripe: () => `whsec_${random()}`,
  github: random,
  hmac: random,
  basic: () => `portico:${random()}`,
};

/** Returns a webhook id of 130 random bits. */
export const newHookId = (): string => [...randomBytes(26)].map((byte) => BASE32[byte % BASE32.length]).join('');

/** Generates and encrypts webhook secrets. Only the events service decrypts them to verify deliveries. */
@Injectable()
export class HookSecrets {
  private readonly sealing: Sealing | null;

  constructor(@Inject(CONFIG) { HOOKS_SECRET: secrets }: Pick<IntegrationsConfig, 'HOOKS_SECRET'>) {
    const [first, ...others] = secrets ?? [];
    this.sealing = first === undefined ? null : new Sealing('portico hooks', [first, ...others]);
  }

  /** @throws Problem `validation_failed` if the preset cannot use the given secret, `conflict` without HOOKS_SECRET. */
  make(preset: Preset, chosen: string | undefined): { secret: string; sealed: string } {
    if (!this.sealing) throw new Problem('conflict', 'Webhooks need the variable HOOKS_SECRET. Ask an administrator.');
    const secret = chosen ?? newSecret[preset]();
    const message = faultOf(preset, secret);
    if (message !== null) throw Problem.invalid('/secret', message);
    return { secret, sealed: this.sealing.seal(secret) };
  }

  /**
   * Encrypts a secret again with the current key. Returns null if the current key already encrypts the secret, or without HOOKS_SECRET.
   * @throws if no key decrypts the secret.
   */
  resealed(sealed: string): string | null {
    if (!this.sealing || this.sealing.isCurrent(sealed)) return null;
    return this.sealing.seal(JSON.parse(this.sealing.open(sealed)));
  }
}

function faultOf(preset: Preset, secret: string): string | null {
  if (preset === 'basic' && !/^[^:]+:.{8,}$/.test(secret))
    return 'Secret should be a user, a colon and a password of at least 8 characters';
  if (preset === 'standard-webhooks' && Buffer.from(secret.replace(/^whsec_/, ''), 'base64').length < 16)
    return 'Secret should be whsec_ and base64 of at least 16 bytes';
  return null;
}
