import { Inject, Injectable, Logger } from '@nestjs/common';
import type { HookScheme } from '@portico/contracts/common/hooks';
import type { KeyState } from '@portico/contracts/events/integrations';
import { CONFIG, Sealing } from '@portico/service';
import type { EventsConfig } from '../../config.ts';
import type { Key } from './key-directory.ts';

/** A valid secret of a webhook. */
export type HookSecret = Key & { scheme: HookScheme; secret: string };

type Known = HookSecret & { expiresAt: number };

/** The secrets of all webhooks in memory, from the latest states of their keys. The caller applies a key's states in order of version. */
@Injectable()
export class HookDirectory {
  private readonly logger = new Logger(HookDirectory.name);
  /** Secrets by the webhook's address, then by key number. */
  private readonly hooks = new Map<string, Map<number, Known>>();
  private readonly sealing: Sealing | null;

  constructor(@Inject(CONFIG) { HOOKS_SECRET: secrets }: Pick<EventsConfig, 'HOOKS_SECRET'>) {
    const [first, ...others] = secrets ?? [];
    this.sealing = first === undefined ? null : new Sealing('portico hooks', [first, ...others]);
  }

  apply({ id, keyId, integrationId, kind, mode, hook, expiresAt, deletedAt }: KeyState): void {
    if (!hook) return;
    const { hookId, scheme } = hook;
    const known = this.hooks.get(hookId) ?? new Map<number, Known>();
    this.hooks.set(hookId, known);
    const secret = deletedAt === null ? this.open(hook.sealed, id) : null;
    if (secret === null) known.delete(id);
    else
      known.set(id, {
        id,
        keyId,
        integrationId,
        kind,
        mode,
        scheme,
        secret,
        expiresAt: expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
      });
  }

  /**
   * The valid secrets of a webhook's address; empty if the address is unknown, or all its secrets are revoked or expired.
   * @param now - milliseconds since 1970.
   */
  secretsAt(hookId: string, now = Date.now()): HookSecret[] {
    return [...(this.hooks.get(hookId)?.values() ?? [])].filter(({ expiresAt }) => expiresAt > now);
  }

  private open(sealed: string, key: number): string | null {
    try {
      return this.sealing && JSON.parse(this.sealing.open(sealed));
    } catch (error) {
      this.logger.warn(
        { key, error: String(error) },
        'secret of a webhook cannot be decrypted, its address answers 404',
      );
      return null;
    }
  }
}
