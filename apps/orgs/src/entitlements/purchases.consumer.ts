import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { purchaseChanged, type PurchaseState } from '@portico/contracts/events/billing';
import { DomainEventConsumer } from '@portico/messaging';
import { Organization } from '../organization-row/organization.entity.ts';
import { GrantsService } from './grants.service.ts';

/** Keeps the copy of purchases, and updates entitlements in the same transaction. */
@Controller()
export class PurchasesConsumer {
  constructor(
    private readonly events: DomainEventConsumer,
    private readonly grants: GrantsService,
  ) {}

  @EventPattern(purchaseChanged.topic)
  changed(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(purchaseChanged, payload, context, (em, state) => this.take(em, state));
  }

  /** A deleted organization gets nothing. */
  private async take(em: EntityManager, state: PurchaseState): Promise<void> {
    const { organizationId, customerId } = state;
    const organization = await em.findOne(
      Organization,
      { id: organizationId },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    const isNewer = await keepCopy(em, state);
    if (!isNewer || !organization) return;
    organization.customerId = customerId;
    await this.grants.settle(em, organizationId);
  }
}

/** By the checkout: billing's own id changes when billing is rebuilt. @returns whether the state is newer. */
async function keepCopy(em: EntityManager, state: PurchaseState): Promise<boolean> {
  const { checkoutSessionId, organizationId, items, version } = state;
  const changed = await em.execute<object[]>(
    `insert into purchases (checkout_session_id, organization_id, items, version) values (?, ?, ?::jsonb, ?)
     on conflict (checkout_session_id) do update set items = excluded.items, version = excluded.version
     where purchases.version < excluded.version returning version`,
    [checkoutSessionId, organizationId, JSON.stringify(items), version],
  );
  return changed.length > 0;
}
