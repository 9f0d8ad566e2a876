import { isDeepStrictEqual } from 'node:util';
import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Logger } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { purchaseChanged } from '@portico/contracts/events/billing';
import { Outbox } from '@portico/messaging';
import { Stripe } from 'stripe';
import { CustomersService } from '../customers/customers.service.ts';
import { type Ticket, useTicket } from '../customers/tickets.ts';
import { DeploymentService } from '../deployment/deployment.service.ts';
import { CustomerBilling } from '../organization-billing/customer-billing.ts';
import { toOffer } from '../products/offer.ts';
import { ProductsService } from '../products/products.service.ts';
import { type MeteredLine, meteredLinesOf, replaceMeteredLines } from '../usage/metered-lines.ts';
import { StripeMeters } from '../usage/stripe-meters.ts';
import { isCustomerMissing } from '../stripe/refusals.ts';
import { STRIPE } from '../stripe/stripe.ts';
import { ForgetCustomer } from './forget-customer.command.ts';
import { Purchase } from './purchase.entity.ts';
import { readRecords } from '../stripe/stripe-records.ts';
import { SynchronizeCustomer, type Synchronized } from './synchronize-customer.command.ts';
import { keepGrants, type Offers, type PurchaseRecord, toPurchases } from './to-purchases.ts';

/** One customer's purchases, and the metered lines of its invoices. */
type Read = { purchases: PurchaseRecord[]; lines: MeteredLine[] };

const toOffers = (products: ReadonlyMap<string, Stripe.Product>): Offers =>
  new Map([...products].map(([id, product]) => [id, toOffer(product)]));

/**
 * The only code that converts Stripe's records to purchases. It draws a ticket before it reads from Stripe, and reads again if a
 * newer result may already be written. It writes purchases and domain events in one transaction. No transaction and no connection
 * stays open during calls to Stripe.
 */
@CommandHandler(SynchronizeCustomer)
export class SynchronizeCustomerHandler implements ICommandHandler<SynchronizeCustomer> {
  private readonly logger = new Logger(SynchronizeCustomer.name);

  constructor(
    private readonly em: EntityManager,
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly outbox: Outbox,
    private readonly commands: CommandBus,
    private readonly customers: CustomersService,
    private readonly products: ProductsService,
    private readonly deployment: DeploymentService,
    private readonly billing: CustomerBilling,
    private readonly meters: StripeMeters,
  ) {}

  /** @throws StripeError; Problem `unavailable`. */
  async execute({ customerId, door }: SynchronizeCustomer): Promise<Synchronized> {
    this.billing.forget(customerId);
    const first = await this.customers.draw(customerId);
    for (let ticket = first; first && ticket; ticket = await this.customers.draw(customerId)) {
      const records = await this.read(customerId);
      if (!records) return this.commands.execute(new ForgetCustomer(customerId));
      const changed = await this.write(ticket, first, records);
      if (changed === 'stale') continue;
      for (const { id, organizationId, items } of changed) {
        const sold = items.map(({ productId, quantity, status }) => ({ productId, quantity, status }));
        this.logger.log({ purchase: id, organizationId, door, items: sold }, 'purchase updated from Stripe');
      }
      return { changed: changed.length, isGone: false };
    }
    return { changed: 0, isGone: false };
  }

  /** @returns null if Stripe has deleted the customer. */
  private async read(customerId: string): Promise<Read | null> {
    const isOwn = (record: Pick<Stripe.Checkout.Session, 'metadata'>): boolean =>
      this.deployment.ownerOf(record) !== 'another';
    const records = await readRecords(this.stripe, customerId, isOwn).catch((error: unknown) => {
      if (isCustomerMissing(error)) return null;
      throw error;
    });
    if (!records) return null;
    const { keyOfPrice } = await this.meters.current();
    const lines: MeteredLine[] = [];
    for (const invoice of records.invoices.values())
      lines.push(...(await meteredLinesOf(this.stripe, invoice, keyOfPrice)));
    const purchases = toPurchases(records, toOffers(await this.products.all()));
    if (!purchases.some(({ items }) => items.some(({ provisional }) => provisional))) return { purchases, lines };
    // Another process may have sold a product that is not in this process's cache yet.
    return { purchases: toPurchases(records, toOffers((await this.products.refresh()).products)), lines };
  }

  private async write(ticket: Ticket, first: Ticket, { purchases, lines }: Read): Promise<Purchase[] | 'stale'> {
    return this.em.fork().transactional(async (em) => {
      const use = await useTicket(em, ticket, first);
      if (use === 'stale') return use;
      if (use === 'covered') return [];
      await replaceMeteredLines(em, ticket, lines);
      return this.writeRecords(em, ticket, purchases);
    });
  }

  private async writeRecords(
    em: EntityManager,
    { organizationId, customerId }: Ticket,
    records: readonly PurchaseRecord[],
  ): Promise<Purchase[]> {
    const sessions = records.map(({ checkoutSessionId }) => checkoutSessionId);
    const known = await em.find(Purchase, { checkoutSessionId: { $in: sessions } });
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
