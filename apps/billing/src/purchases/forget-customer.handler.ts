import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { purchaseChanged } from '@portico/contracts/events/billing';
import { Outbox } from '@portico/messaging';
import { CustomersService } from '../customers/customers.service.ts';
import { ForgetCustomer } from './forget-customer.command.ts';
import { Purchase } from './purchase.entity.ts';
import type { Synchronized } from './synchronize-customer.command.ts';

/**
 * Forgets the customer and ends its recurring purchases in one transaction, because purchases of a forgotten customer cannot be
 * compared with Stripe later.
 */
@CommandHandler(ForgetCustomer)
export class ForgetCustomerHandler implements ICommandHandler<ForgetCustomer> {
  private readonly logger = new Logger(ForgetCustomer.name);

  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly customers: CustomersService,
  ) {}

  async execute({ customerId }: ForgetCustomer): Promise<Synchronized> {
    const ended = await this.em.fork().transactional(async (em) => {
      await this.customers.forget(em, customerId);
      const purchases = await em.find(Purchase, { customerId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const changed = purchases.filter((purchase) => purchase.endRecurring());
      for (const purchase of changed) this.outbox.add(em, purchaseChanged, purchase.toState());
      return changed;
    });
    for (const { id, organizationId } of ended)
      this.logger.log(
        { purchase: id, organizationId, customerId },
        'purchase ended, Stripe no longer has its customer',
      );
    return { changed: ended.length, isGone: true };
  }
}
