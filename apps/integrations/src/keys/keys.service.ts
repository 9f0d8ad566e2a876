import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Page } from '@portico/contracts/common/page';
import { keyChanged, type KeyState } from '@portico/contracts/events/integrations';
import {
  type CreatedKey,
  type IntegrationKey as KeyRow,
  type KeyCreate,
  MAX_KEYS,
  type Overlap,
  OVERLAPS,
} from '@portico/contracts/http/integration-keys';
import { Outbox } from '@portico/messaging';
import { type Caller, Problem } from '@portico/service';
import { Access, type Right } from '../access/access.ts';
import { User } from '../access/user.entity.ts';
import { noteChange } from './key-owners.ts';
import { newKey } from './key-text.ts';
import { IntegrationKey } from './key.entity.ts';

/** Maximum number of listed keys, newest first. At most {@link MAX_KEYS} of the listed keys are valid. */
export const LISTED = 100;

/** Keys of an integration. Each change of a key locks the integration first. */
@Injectable()
export class KeysService {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly access: Access,
  ) {}

  async list(caller: Caller, integrationId: number): Promise<Page<KeyRow>> {
    const { right } = await this.access.require(caller, integrationId);
    const [keys, count] = await this.em.findAndCount(
      IntegrationKey,
      { integrationId, hookId: null },
      { orderBy: { id: 'desc' }, limit: LISTED },
    );
    const names = await namesOf(this.em, keys);
    return { data: keys.map((key) => key.toRow(right, names)), count };
  }

  /** @throws Problem `conflict` if the integration has {@link MAX_KEYS} valid keys. */
  create(caller: Caller, integrationId: number, body: KeyCreate): Promise<CreatedKey> {
    return this.em.transactional(async (em) => {
      const { right } = await this.access.require(caller, integrationId, em, true);
      return this.make(em, caller, right, { ...body, integrationId });
    });
  }

  /** @throws Problem `forbidden` as for `revoke`; `conflict` for a key that is no longer valid. */
  rotate(caller: Caller, integrationId: number, keyId: string, overlap: Overlap): Promise<CreatedKey> {
    return this.em.transactional(async (em) => {
      const { key: old, right } = await this.endable(em, caller, integrationId, keyId);
      if (old.hookId) throw Problem.notFound('The key');
      const now = new Date();
      if (old.isOpen(now) && old.needsOwnerSince)
        throw new Problem('conflict', 'This key needs a new owner. Take it over first.');
      if (!old.isValid(now)) throw new Problem('conflict', 'This key is no longer valid. Create a new one.');
      const end = new Date(now.getTime() + OVERLAPS[overlap] * 1_000);
      if (overlap !== '0' && (!old.expiresAt || old.expiresAt > end)) old.expiresAt = end;
      noteChange(em, old, overlap === '0' ? { revokedAt: now } : {});
      await em.flush();
      const { kind, mode, label } = old;
      return this.make(em, caller, right, { kind, mode, label, integrationId });
    });
  }

  /** @throws Problem `forbidden` as for `revoke`; `conflict` for a revoked or expired key. */
  takeOver(caller: Caller, integrationId: number, keyId: string): Promise<KeyRow> {
    return this.em.transactional(async (em) => {
      const { key, right } = await this.endable(em, caller, integrationId, keyId);
      if (!key.isOpen()) throw new Problem('conflict', 'This key is no longer valid. Create a new one.');
      noteChange(em, key, { responsibleUserId: caller.id, needsOwnerSince: null });
      await em.flush();
      return key.toRow(right, await namesOf(em, [key]));
    });
  }

  /**
   * Revokes a key. Idempotent.
   * @throws Problem `forbidden` for a publisher if a manager or administrator created the key.
   */
  async revoke(caller: Caller, integrationId: number, keyId: string): Promise<void> {
    await this.em.transactional(async (em) => {
      const { key } = await this.endable(em, caller, integrationId, keyId);
      if (key.revokedAt) return;
      noteChange(em, key, { revokedAt: new Date() });
    });
  }

  /** Revokes all keys, in the transaction that deletes the integration or moves it to another organization. */
  async revokeAll(em: EntityManager, integrationId: number): Promise<void> {
    for (const key of await em.find(IntegrationKey, { integrationId, revokedAt: null }))
      noteChange(em, key, { revokedAt: new Date() });
    await em.flush();
  }

  private async make(
    em: EntityManager,
    caller: Caller,
    right: Right,
    request: KeyCreate & { integrationId: number },
  ): Promise<CreatedKey> {
    const { integrationId } = request;
    const keys = await em.find(IntegrationKey, { integrationId, hookId: null, revokedAt: null });
    const valid = keys.filter((key) => key.isOpen());
    if (valid.length >= MAX_KEYS)
      throw new Problem('conflict', `The integration already has ${MAX_KEYS} keys. Revoke one first.`);
    const { text, ...fields } = newKey(request.mode);
    const key = await this.persist(em, caller, right, { ...request, ...fields });
    return { ...key.toRow(right, await namesOf(em, [key])), key: text };
  }

  /** Stores a webhook secret as a key. Stores the hash of another random text, because the secret could be guessed from its own hash. */
  add(
    em: EntityManager,
    caller: Caller,
    right: Right,
    request: KeyCreate & { integrationId: number },
    { hookId, scheme, sealed }: NonNullable<KeyState['hook']>,
  ): Promise<IntegrationKey> {
    const { keyId, hash } = newKey(request.mode);
    const hook = { hookId, hookScheme: JSON.stringify(scheme), hookSealed: sealed };
    return this.persist(em, caller, right, { ...request, keyId, hash, ...hook });
  }

  private async persist(
    em: EntityManager,
    caller: Caller,
    right: Right,
    state: KeyCreate & { integrationId: number; keyId: string; hash: string },
  ): Promise<IntegrationKey> {
    const key = em.create(IntegrationKey, {
      ...state,
      createdBy: caller.email,
      createdAs: right,
      responsibleUserId: caller.id,
      createdAt: new Date(),
    });
    await em.persist(key).flush();
    this.outbox.add(em, keyChanged, key.toState());
    return key;
  }

  private async endable(em: EntityManager, caller: Caller, integrationId: number, keyId: string) {
    const { right } = await this.access.require(caller, integrationId, em, true);
    const key = await em.findOne(IntegrationKey, { integrationId, keyId });
    if (!key) throw Problem.notFound('The key');
    if (!key.mayBeEndedBy(right))
      throw Problem.forbidden(
        'Only managers of the organization can rotate, revoke and take over keys that managers created',
      );
    return { key, right };
  }
}

/** Names of the persons responsible for keys, by user id. Deleted accounts are absent. */
export async function namesOf(
  em: EntityManager,
  keys: readonly IntegrationKey[],
): Promise<ReadonlyMap<number, string>> {
  const ids = keys.flatMap(({ responsibleUserId }) => responsibleUserId ?? []);
  return new Map((await em.find(User, { id: { $in: ids }, name: { $ne: '' } })).map(({ id, name }) => [id, name]));
}
