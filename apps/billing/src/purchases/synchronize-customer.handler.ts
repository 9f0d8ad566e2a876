import { isDeepStrictEqual } from 'node:util';
import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Logger } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { purchaseChanged } from '@portico/contracts/events/billing';
import { Outbox } from '@portico/database';
import type { Stripe } from 'stripe';
import type { Customer } from '../customers/customer.entity.ts';
import { CustomersService } from '../customers/customers.service.ts';
import { toOffer } from '../products/offer.ts';
import { ProductsService } from '../products/products.service.ts';
import { STRIPE } from '../stripe/stripe.ts';
import { Purchase } from './purchase.entity.ts';
import { readRecords } from './stripe-records.ts';
import { SynchronizeCustomer, type Synchronized } from './synchronize-customer.command.ts';
import { keepGrants, type PurchaseRecord, toPurchases } from './to-purchases.ts';

/**
 * The one writer of purchases. The customer is locked before Stripe is asked and until the answer is committed with its
 * domain events: what was read later is written later, whichever doors are used at once.
 */
@CommandHandler(SynchronizeCustomer)
export class SynchronizeCustomerHandler implements ICommandHandler<SynchronizeCustomer> {
  private readonly logger = new Logger(SynchronizeCustomer.name);

  constructor(
    @Inject(EntityManager) private readonly em: EntityManager,
    @Inject(STRIPE) private readonly stripe: Stripe,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(CustomersService) private readonly customers: CustomersService,
    @Inject(ProductsService) private readonly products: ProductsService,
  ) {}

  /** As part of the caller's transaction when there is one. @throws StripeError; Problem `unavailable`. */
  async execute({ customerId, door }: SynchronizeCustomer): Promise<Synchronized> {
    const changed = await this.em.transactional(async (em) => {
      const customer = await this.customers.lock(em, customerId);
      if (!customer) return [];
      const products = await this.products.all();
      const offers = new Map([...products].map(([id, product]) => [id, toOffer(product)]));
      const records = toPurchases(await readRecords(this.stripe, customerId), offers);
      return this.write(em, customer, customerId, records);
    });
    for (const { id, organizationId, items } of changed) {
      const statuses = items.map(({ productId, quantity, status }) => `${quantity} ${productId} ${status}`).join(', ');
      this.logger.log(`purchase ${id} of organization ${organizationId} by ${door}: ${statuses}`);
    }
    return { changed: changed.length };
  }

  private async write(
    em: EntityManager,
    { organizationId }: Customer,
    customerId: string,
    records: readonly PurchaseRecord[],
  ): Promise<Purchase[]> {
    const sessions = records.map(({ checkoutSessionId }) => checkoutSessionId);
    const known = await em.find(Purchase, { checkoutSessionId: { $in: sessions } }, { refresh: true });
    const changed: Purchase[] = [];
    for (const record of records) {
      const purchase = known.find(({ checkoutSessionId }) => checkoutSessionId === record.checkoutSessionId);
      if (!purchase) {
        const version = Math.floor(Date.now() / 1_000);
        changed.push(em.create(Purchase, { organizationId, customerId, version, ...record }, { persist: true }));
        continue;
      }
      const items = keepGrants(purchase.items, record.items);
      if (isDeepStrictEqual(items, purchase.items)) continue;
      purchase.items = items;
      purchase.version += 1;
      changed.push(purchase);
    }
    await em.flush();
    for (const purchase of changed) this.outbox.add(em, purchaseChanged, purchase.toState());
    await em.flush();
    return changed;
  }
}
