import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Mapping } from '@portico/contracts/events/mapping';
import type { Page } from '@portico/contracts/common/page';
import { integrationChanged } from '@portico/contracts/events/integrations';
import { OVERLAPS } from '@portico/contracts/http/integration-keys';
import {
  type CreatedHook,
  type HookCreate,
  type HookRotate,
  type IntegrationHook,
  MAX_HOOKS,
} from '@portico/contracts/http/integration-hooks';
import { Outbox } from '@portico/messaging';
import { type Caller, CONFIG, Problem } from '@portico/service';
import { Access, type Right } from '../access/access.ts';
import type { IntegrationsConfig } from '../config.ts';
import { lockIntegrations, noteChange } from '../keys/key-owners.ts';
import { IntegrationKey } from '../keys/key.entity.ts';
import { KeysService, LISTED, namesOf } from '../keys/keys.service.ts';
import { HookSecrets, newHookId } from './hook-secrets.ts';

/**
 * Webhooks of other systems. Each secret is stored as a key of its integration, so that the secret has a responsible person, expires
 * and rotates like a key. That key is valid only for its webhook.
 */
@Injectable()
export class HooksService implements OnApplicationBootstrap {
  private readonly logger = new Logger(HooksService.name);

  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly access: Access,
    private readonly keys: KeysService,
    private readonly secrets: HookSecrets,
    @Inject(CONFIG) private readonly config: Pick<IntegrationsConfig, 'API_URL'>,
  ) {}

  /** Encrypts stored secrets again with the first value of HOOKS_SECRET, so that earlier values can be removed. */
  async onApplicationBootstrap(): Promise<void> {
    const rows = await this.em.fork().find(IntegrationKey, { hookSealed: { $ne: null }, revokedAt: null });
    for (const { id, hookSealed } of rows) {
      try {
        if (!this.secrets.resealed(hookSealed ?? '')) continue;
        await this.em.fork().transactional((em) => this.reseal(em, id));
      } catch (error) {
        this.logger.warn(
          { key: id, error: String(error) },
          'secret of a webhook cannot be decrypted, not re-encrypted',
        );
      }
    }
  }

  async list(caller: Caller, integrationId: number): Promise<Page<IntegrationHook>> {
    const { right } = await this.access.require(caller, integrationId);
    const [rows, count] = await this.em.findAndCount(
      IntegrationKey,
      { integrationId, hookId: { $ne: null } },
      { orderBy: { id: 'desc' }, limit: LISTED },
    );
    return { data: await this.toRows(this.em, rows, right), count };
  }

  /** @throws Problem `conflict` if the integration already has {@link MAX_HOOKS} webhooks. */
  create(caller: Caller, integrationId: number, { label, mode, secret, ...scheme }: HookCreate): Promise<CreatedHook> {
    return this.em.transactional(async (em) => {
      const { right } = await this.access.require(caller, integrationId, em, true);
      const rows = await em.find(IntegrationKey, { integrationId, hookId: { $ne: null }, revokedAt: null });
      const hooks = new Set(rows.filter((row) => row.isOpen()).map(({ hookId }) => hookId));
      if (hooks.size >= MAX_HOOKS)
        throw new Problem('conflict', `The integration already has ${MAX_HOOKS} webhooks. Revoke one first.`);
      const hook = { hookId: newHookId(), scheme };
      return this.make(em, caller, right, { integrationId, label, mode, hook, secret });
    });
  }

  /**
   * Creates a new secret. The previous secret expires after the overlap; older secrets end immediately.
   * @throws Problem `forbidden` for a publisher if a manager or administrator created the webhook, `conflict` for a webhook that is revoked
   * or needs a new owner.
   */
  rotate(caller: Caller, integrationId: number, hookId: string, body: HookRotate): Promise<CreatedHook> {
    return this.em.transactional(async (em) => {
      const { rows, right } = await this.endable(em, caller, integrationId, hookId);
      const now = new Date();
      const [newest] = rows;
      if (!newest) throw new Problem('conflict', 'This webhook is revoked. Create a new one.');
      if (newest.needsOwnerSince) throw new Problem('conflict', 'This webhook needs a new owner. Take it over first.');
      const end = new Date(now.getTime() + OVERLAPS[body.overlap] * 1_000);
      for (const row of rows) {
        const isKept = row === newest && body.overlap !== '0';
        if (isKept) row.expiresAt = end;
        noteChange(em, row, isKept ? {} : { revokedAt: now });
      }
      await em.flush();
      const { label, mode } = newest;
      const hook = { hookId, scheme: newest.scheme() };
      return this.make(em, caller, right, { integrationId, label, mode, hook, secret: body.secret });
    });
  }

  /**
   * Revokes all secrets of a webhook. Idempotent.
   * @throws Problem `forbidden` as for `rotate`.
   */
  async revoke(caller: Caller, integrationId: number, hookId: string): Promise<void> {
    await this.em.transactional(async (em) => {
      const { rows } = await this.endable(em, caller, integrationId, hookId);
      for (const row of rows) noteChange(em, row, { revokedAt: new Date() });
    });
  }

  async mapping(caller: Caller, integrationId: number): Promise<Mapping> {
    const { integration } = await this.access.require(caller, integrationId);
    return integration.readMapping() ?? {};
  }

  saveMapping(caller: Caller, integrationId: number, mapping: Mapping): Promise<Mapping> {
    return this.em.transactional(async (em) => {
      const { integration } = await this.access.require(caller, integrationId, em, true);
      integration.mapping = JSON.stringify(mapping);
      integration.version += 1;
      this.outbox.add(em, integrationChanged, integration.toState());
      return mapping;
    });
  }

  private async make(
    em: EntityManager,
    caller: Caller,
    right: Right,
    {
      hook,
      secret: given,
      ...fields
    }: Pick<HookCreate, 'label' | 'mode' | 'secret'> & {
      integrationId: number;
      hook: Pick<IntegrationHook, 'hookId' | 'scheme'>;
    },
  ): Promise<CreatedHook> {
    const { secret, sealed } = this.secrets.make(hook.scheme.preset, given);
    const row = await this.keys.add(em, caller, right, { ...fields, kind: 'publish' }, { ...hook, sealed });
    const [listed] = await this.toRows(em, [row], right);
    if (!listed) throw new Error('one secret makes one row');
    return { ...listed, secret };
  }

  /** Locks the integration, and returns the webhook's secrets that are neither revoked nor expired, newest first. */
  private async endable(em: EntityManager, caller: Caller, integrationId: number, hookId: string) {
    const { right } = await this.access.require(caller, integrationId, em, true);
    const rows = await em.find(IntegrationKey, { integrationId, hookId }, { orderBy: { id: 'desc' } });
    if (rows.length === 0) throw Problem.notFound('The webhook');
    if (rows.some((row) => !row.mayBeEndedBy(right)))
      throw Problem.forbidden('Only managers of the organization can rotate and revoke webhooks that managers created');
    return { rows: rows.filter((row) => row.isOpen()), right };
  }

  private async toRows(em: EntityManager, rows: readonly IntegrationKey[], right: Right): Promise<IntegrationHook[]> {
    const names = await namesOf(em, rows);
    return rows.map((row) => {
      const { prefix: _, kind: __, ...listed } = row.toRow(right, names);
      const hookId = row.hookId ?? '';
      const address = new URL(`ingest/hooks/${hookId}`, `${this.config.API_URL.replace(/\/$/, '')}/`).href;
      return { ...listed, hookId, scheme: row.scheme(), address };
    });
  }

  private async reseal(em: EntityManager, id: number): Promise<void> {
    await lockIntegrations(em, 'k.id = ?', [id]);
    const row = await em.findOne(IntegrationKey, { id });
    const sealed = row?.hookSealed ? this.secrets.resealed(row.hookSealed) : null;
    if (row && sealed) noteChange(em, row, { hookSealed: sealed });
  }
}
