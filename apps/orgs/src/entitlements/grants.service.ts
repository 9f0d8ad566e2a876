import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { entitlementChanged } from '@portico/contracts/events/orgs';
import type { OrganizationDetail } from '@portico/contracts/http/orgs';
import { Outbox } from '@portico/messaging';
import { type Granted, grantedBy } from './granted.ts';
import { OrganizationEntitlement } from './organization-entitlement.entity.ts';
import { OrganizationProduct } from './organization-product.entity.ts';
import { Purchase } from './purchase.entity.ts';

type Grants = Pick<OrganizationDetail, 'organizationProducts' | 'organizationEntitlements'>;

/** Locks the organization's entitlements in the order of their ids, so that no concurrent adjustment is lost. */
const lockedEntitlements = (em: EntityManager, organizationId: number): Promise<OrganizationEntitlement[]> =>
  em.find(
    OrganizationEntitlement,
    { organizationId },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  );

/** Products and entitlements of organizations, from the first purchase to the organization's deletion. */
@Injectable()
export class GrantsService {
  constructor(private readonly outbox: Outbox) {}

  async list(em: EntityManager, organizationId: number): Promise<Grants> {
    const products = await em.find(OrganizationProduct, { organizationId }, { orderBy: { id: 'asc' } });
    const entitlements = await em.find(OrganizationEntitlement, { organizationId }, { orderBy: { id: 'asc' } });
    return {
      organizationProducts: products.map((product) => product.toRow()),
      organizationEntitlements: entitlements.map((entitlement) => entitlement.toRow()),
    };
  }

  /**
   * Computes products and entitlements from all of the organization's purchases. The result is the same for repeated, late or
   * reordered states. Items without a grant become inactive, and are never deleted. The caller must have locked the organization.
   */
  async settle(em: EntityManager, organizationId: number): Promise<void> {
    const purchases = await em.find(Purchase, { organizationId });
    const granted = grantedBy(purchases.flatMap(({ items }) => items));
    await this.settleProducts(em, organizationId, granted);
    const changed = await this.settleEntitlements(em, organizationId, granted);
    await em.flush();
    for (const entitlement of changed) this.outbox.add(em, entitlementChanged, entitlement.toState());
  }

  /** Deletes the organization's products and entitlements, in the transaction that deletes the organization. */
  async endAll(em: EntityManager, organizationId: number): Promise<void> {
    const deletedAt = new Date();
    for (const entitlement of await lockedEntitlements(em, organizationId)) {
      entitlement.version += 1;
      this.outbox.add(em, entitlementChanged, entitlement.toState(deletedAt));
      em.remove(entitlement);
    }
    await em.nativeDelete(OrganizationProduct, { organizationId });
  }

  private async settleProducts(em: EntityManager, organizationId: number, { products }: Granted): Promise<void> {
    const known = await em.find(OrganizationProduct, { organizationId });
    for (const product of known) {
      const now = products.get(product.name);
      product.active = now !== undefined;
      if (now) product.type = now.type;
    }
    for (const product of products.values())
      if (!known.some(({ name }) => name === product.name))
        em.persist(em.create(OrganizationProduct, { organizationId, ...product }));
  }

  /** @returns the changed entitlements. */
  private async settleEntitlements(
    em: EntityManager,
    organizationId: number,
    { entitlements, pastDue }: Granted,
  ): Promise<OrganizationEntitlement[]> {
    const known = await lockedEntitlements(em, organizationId);
    const changed = known.filter((entitlement) => {
      const { lookupKey } = entitlement;
      return entitlement.settle(entitlements.get(lookupKey) ?? null, pastDue.has(lookupKey));
    });
    for (const { count, ...fields } of entitlements.values()) {
      if (known.some(({ lookupKey }) => lookupKey === fields.lookupKey)) continue;
      const counts = { grantedCount: count, allowedCount: count };
      const entitlement = em.create(OrganizationEntitlement, { organizationId, ...counts, ...fields });
      em.persist(entitlement);
      changed.push(entitlement);
    }
    return changed;
  }
}
