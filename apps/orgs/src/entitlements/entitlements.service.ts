import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { isVoucher } from '@portico/contracts/common/vouchers';
import { entitlementChanged } from '@portico/contracts/events/orgs';
import {
  type EntitlementUpdate,
  type OrganizationEntitlement as OrganizationEntitlementRow,
} from '@portico/contracts/http/orgs';
import { Outbox } from '@portico/messaging';
import { Problem } from '@portico/service';
import { OrganizationEntitlement } from './organization-entitlement.entity.ts';

@Injectable()
export class EntitlementsService {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
  ) {}

  /** Sets the allowed count for an administrator. A count below the used count is valid, and stops further use. */
  async update(id: number, { allowedCount }: EntitlementUpdate): Promise<OrganizationEntitlementRow> {
    return this.em.transactional(async (em) => {
      const entitlement = await em.findOne(OrganizationEntitlement, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!entitlement) throw Problem.notFound('The entitlement');
      if (isVoucher(entitlement.lookupKey)) throw new Problem('conflict', 'Voucher entitlements cannot be edited');
      if (!entitlement.active) throw new Problem('conflict', 'Inactive entitlements cannot be edited');
      if (entitlement.allow(allowedCount)) this.outbox.add(em, entitlementChanged, entitlement.toState());
      return entitlement.toRow();
    });
  }
}
