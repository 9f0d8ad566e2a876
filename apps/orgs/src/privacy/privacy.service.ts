import { randomBytes } from 'node:crypto';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { privacyChanged } from '@portico/contracts/privacy/state';
import type { Privacy } from '@portico/contracts/http/privacy';
import { Outbox } from '@portico/messaging';
import { type Caller, Problem, requireAdmin } from '@portico/service';
import { requireManager } from '../memberships/require-manager.ts';
import { Organization } from '../organization-row/organization.entity.ts';
import { PrivacyRules } from './privacy.entity.ts';

const LOCKED = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
const CHANGED = 'Someone else has changed the privacy rules. Reload them and try again.';

/** The rules that define which values are hidden from which roles. The services that show events apply the rules. */
@Injectable()
export class PrivacyService {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
  ) {}

  /** @param id - id of an organization, or 0 for the product's rules */
  async get(caller: Caller, id: number): Promise<Privacy> {
    await this.requireRight(this.em, caller, id);
    return (await this.em.findOne(PrivacyRules, { organizationId: id }))?.toRow() ?? { version: 0, rules: [] };
  }

  /** @throws Problem `conflict` if the rules have changed since the caller read them. */
  async put(caller: Caller, id: number, { version, rules }: Privacy): Promise<Privacy> {
    return this.em.transactional(async (em) => {
      await this.requireRight(em, caller, id, LockMode.PESSIMISTIC_WRITE);
      await em.execute(
        `insert into privacy_rules (organization_id, version, key, rules) values (?, 0, ?, '[]') on conflict do nothing`,
        [id, randomBytes(32).toString('base64url')],
      );
      const saved = await em.findOneOrFail(PrivacyRules, { organizationId: id }, LOCKED);
      if (saved.version !== version) throw new Problem('conflict', CHANGED);
      Object.assign(saved, { rules, version: version + 1 });
      this.outbox.add(em, privacyChanged, saved.toState());
      return saved.toRow();
    });
  }

  private async requireRight(em: EntityManager, caller: Caller, id: number, lockMode?: LockMode): Promise<void> {
    if (id === 0) return requireAdmin(caller);
    await requireManager(em, caller, id, 'The organization', 'see or change its privacy rules');
    if (!(await em.findOne(Organization, { id }, lockMode === undefined ? {} : { lockMode })))
      throw Problem.notFound('The organization');
  }
}

/** Deletes the organization's rules, in the transaction that deletes the organization. */
export async function endPrivacyRules(em: EntityManager, outbox: Outbox, organizationId: number): Promise<void> {
  const rules = await em.findOne(PrivacyRules, { organizationId }, LOCKED);
  if (!rules) return;
  rules.version += 1;
  outbox.add(em, privacyChanged, rules.toState(new Date()));
  em.remove(rules);
}
