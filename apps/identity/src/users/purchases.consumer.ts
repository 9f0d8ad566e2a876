import type { EntityManager } from '@mikro-orm/postgresql';
import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { purchaseChanged, type PurchaseState } from '@portico/contracts/events/billing';
import { DomainEventConsumer } from '@portico/messaging';
import { UsersService } from './users.service.ts';

const isGranting = ({ items, deletedAt }: PurchaseState): boolean =>
  deletedAt === null && items.some(({ status }) => status === 'active');

/** Turns a lead who has bought something into a client, whose dashboard shows the purchase. */
@Controller()
export class PurchasesConsumer {
  constructor(
    private readonly events: DomainEventConsumer,
    private readonly users: UsersService,
  ) {}

  @EventPattern(purchaseChanged.topic)
  changed(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(purchaseChanged, payload, context, async (em, state) => {
      const isNewer = await keepVersion(em, state);
      const { boughtBy } = state;
      if (isNewer && typeof boughtBy === 'number' && isGranting(state)) await this.users.becomeClient(em, boughtBy);
    });
  }
}

/** Stores the version of a purchase. @returns whether the state is newer than the last seen state. */
async function keepVersion(em: EntityManager, { checkoutSessionId, version }: PurchaseState): Promise<boolean> {
  const changed = await em.execute<object[]>(
    `insert into seen_purchases (checkout_session_id, version) values (?, ?)
     on conflict (checkout_session_id) do update set version = excluded.version
     where seen_purchases.version < excluded.version returning version`,
    [checkoutSessionId, version],
  );
  return changed.length > 0;
}
