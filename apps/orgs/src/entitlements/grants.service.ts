import type { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { entitlementChanged } from '@portico/contracts/events/orgs';
import type { OrganizationDetail } from '@portico/contracts/http/orgs';
import { Outbox } from '@portico/database';
import { lockedOrganization } from '../organizations/locked-organization.ts';
import { OrganizationEntitlement } from './organization-entitlement.entity.ts';
import { OrganizationProduct } from './organization-product.entity.ts';

/** What an organization is given. A product is known by its name, an entitlement by its lookup key. */
export type Grant = {
  organizationId: number;
  products: readonly { name: string; type: string; instanceUrl?: string | null }[];
  entitlements: readonly { lookupKey: string; name: string; description?: string | null; allowedCount: number }[];
};

type Grants = Pick<OrganizationDetail, 'organizationProducts' | 'organizationEntitlements'>;

/** What organizations have: products and entitlements, from the grant to the organization's end. */
@Injectable()
export class GrantsService {
  constructor(@Inject(Outbox) private readonly outbox: Outbox) {}

  async list(em: EntityManager, organizationId: number): Promise<Grants> {
    const products = await em.find(OrganizationProduct, { organizationId }, { orderBy: { id: 'asc' } });
    const entitlements = await em.find(OrganizationEntitlement, { organizationId }, { orderBy: { id: 'asc' } });
    return {
      organizationProducts: products.map((product) => product.toRow()),
      organizationEntitlements: entitlements.map((entitlement) => entitlement.toRow()),
    };
  }

  /**
   * Gives, as part of the caller's transaction: what the organization has already becomes active again, and more of an
   * entitlement is added to what is allowed. Giving twice gives twice; the caller's inbox is what prevents it.
   * @throws Problem `not_found` when the organization does not exist.
   */
  async grant(em: EntityManager, { organizationId, products, entitlements }: Grant): Promise<void> {
    await lockedOrganization(em, organizationId);
    for (const product of products) await this.grantProduct(em, organizationId, product);
    const granted: OrganizationEntitlement[] = [];
    for (const entitlement of entitlements) granted.push(await this.grantEntitlement(em, organizationId, entitlement));
    await em.flush();
    for (const entitlement of new Set(granted)) this.outbox.add(em, entitlementChanged, entitlement.toState());
  }

  /** Part of the transaction that deletes the organization. */
  async endAll(em: EntityManager, organizationId: number): Promise<void> {
    const deletedAt = new Date();
    for (const entitlement of await em.find(OrganizationEntitlement, { organizationId })) {
      entitlement.version += 1;
      this.outbox.add(em, entitlementChanged, entitlement.toState(deletedAt));
      em.remove(entitlement);
    }
    await em.nativeDelete(OrganizationProduct, { organizationId });
  }

  private async grantProduct(
    em: EntityManager,
    organizationId: number,
    fields: Grant['products'][number],
  ): Promise<void> {
    const known = await em.findOne(OrganizationProduct, { organizationId, name: fields.name });
    if (known) em.assign(known, { ...fields, active: true }, { ignoreUndefined: true });
    else em.persist(em.create(OrganizationProduct, { organizationId, ...fields }));
  }

  private async grantEntitlement(
    em: EntityManager,
    organizationId: number,
    { allowedCount, ...fields }: Grant['entitlements'][number],
  ): Promise<OrganizationEntitlement> {
    const known = await em.findOne(OrganizationEntitlement, { organizationId, lookupKey: fields.lookupKey });
    if (!known) {
      const entitlement = em.create(OrganizationEntitlement, { organizationId, allowedCount, ...fields });
      em.persist(entitlement);
      return entitlement;
    }
    const allowed = (known.active ? known.allowedCount : 0) + allowedCount;
    em.assign(known, { ...fields, active: true, allowedCount: allowed }, { ignoreUndefined: true });
    known.version += 1;
    return known;
  }
}
