import { randomUUID } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Stripe } from 'stripe';
import { DeploymentService } from '../deployment/deployment.service.ts';
import { isMissing } from '../stripe/refusals.ts';
import { STRIPE } from '../stripe/stripe.ts';
import { Customer } from './customer.entity.ts';
import { drawTicket, type Ticket } from './tickets.ts';

const { StripeIdempotencyError } = Stripe.errors;

/** Key of the organization's id in the metadata of a Stripe customer. */
const ORGANIZATION = 'organization_id';

/** Returns the organization's id of a customer; null for customers of other products that share the Stripe account. */
const organizationIdOf = ({ metadata }: Pick<Stripe.Customer, 'metadata'>): number | null => {
  const id = metadata[ORGANIZATION] ?? '';
  return /^[1-9]\d{0,9}$/.test(id) ? Number(id) : null;
};

/** Manages the Stripe customers of organizations. Never calls Stripe inside a transaction. */
@Injectable()
export class CustomersService {
  private readonly logger = new Logger(CustomersService.name);
  /** Pending requests by organization id; concurrent calls share one request. */
  private readonly making = new Map<number, Promise<string>>();

  constructor(
    private readonly em: EntityManager,
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly deployment: DeploymentService,
  ) {}

  /**
   * Returns Stripe's id of the organization's customer; creates the customer if it does not exist. Concurrent calls in any number of
   * processes, and interrupted attempts, create only one.
   * @throws StripeError.
   */
  async ensure(organization: { id: number; name: string }, email: string): Promise<string> {
    const known = await this.em.fork().findOne(Customer, { organizationId: organization.id });
    if (known?.customerId) return known.customerId;
    const before = this.making.get(organization.id);
    if (before) return before;
    const making = this.make(organization, email).finally(() => this.making.delete(organization.id));
    this.making.set(organization.id, making);
    return making;
  }

  /** Forgets a customer that Stripe has deleted, so that `ensure` creates another one. Safe for concurrent calls. */
  async forget(em: EntityManager, customerId: string): Promise<void> {
    const idempotencyKey = randomUUID();
    const count = await em.nativeUpdate(Customer, { customerId }, { customerId: null, idempotencyKey });
    if (count > 0)
      this.logger.warn({ customerId }, 'Stripe no longer has this customer, the next purchase creates another');
  }

  /**
   * Draws a ticket for a read of this customer's purchases. Adopts a customer that only Stripe has, after a crash or the loss of
   * this database.
   * @returns null if the customer belongs to no organization.
   * @throws StripeError.
   */
  async draw(customerId: string): Promise<Ticket | null> {
    const em = this.em.fork();
    const ticket = await drawTicket(em, customerId);
    if (ticket) return ticket;
    return (await this.adopt(em, customerId)) ? drawTicket(em, customerId) : null;
  }

  /**
   * Stores the request before sending it to Stripe. A retry in any process then sends the same request with the same idempotency
   * key, and Stripe returns the same customer.
   */
  private async make(organization: { id: number; name: string }, email: string): Promise<string> {
    const em = this.em.fork();
    const organizationId = organization.id;
    for (;;) {
      await em.execute(
        `insert into customers (organization_id, name, email, idempotency_key) values (?, ?, ?, ?)
         on conflict (organization_id) do update set email = coalesce(customers.email, excluded.email)
         where customers.customer_id is null`,
        [organizationId, organization.name, email, randomUUID()],
      );
      const row = await em.findOneOrFail(Customer, { organizationId }, { refresh: true });
      if (row.customerId) return row.customerId;
      const { idempotencyKey } = row;
      const customerId = await this.create(row).catch(async (error: unknown) => {
        if (!(error instanceof StripeIdempotencyError)) throw error;
        // An older version of Portico sent a different request with this key. The customer of that request belongs to no organization.
        await em.nativeUpdate(Customer, { organizationId, idempotencyKey }, { idempotencyKey: randomUUID() });
        return null;
      });
      if (customerId === null) continue;
      // Skips a customer that was forgotten in the meantime, because the idempotency key is then different. Deletes the e-mail, because
      // Stripe has stored it by now.
      await em.nativeUpdate(
        Customer,
        { organizationId, idempotencyKey, customerId: null },
        { customerId, email: null },
      );
    }
  }

  private async create({ name, email, organizationId, idempotencyKey }: Customer): Promise<string> {
    const { id } = await this.stripe.customers.create(
      { name, ...(email && { email }), metadata: { [ORGANIZATION]: String(organizationId), ...this.deployment.mark } },
      { idempotencyKey: `customer-${idempotencyKey}` },
    );
    return id;
  }

  /**
   * Reads the customer from Stripe. Returns null if it was deleted.
   * @throws StripeError.
   */
  async find(customerId: string): Promise<Stripe.Customer | null> {
    const customer = await this.stripe.customers.retrieve(customerId).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    return customer && !customer.deleted ? customer : null;
  }

  async isKnown(customerId: string): Promise<boolean> {
    return (await this.em.fork().count(Customer, { customerId })) > 0;
  }

  /** Returns the organization's id of a customer that this deployment created; null for other customers. */
  ownOrganizationOf(customer: Stripe.Customer): number | null {
    return this.deployment.ownerOf(customer) === 'us' ? organizationIdOf(customer) : null;
  }

  /**
   * Writes this deployment's id into the metadata of a customer that has no deployment id in Stripe.
   * @throws StripeError.
   */
  async mark(customer: Stripe.Customer): Promise<void> {
    if (this.deployment.ownerOf(customer) !== 'unmarked') return;
    const idempotencyKey = `mark-${customer.id}-${randomUUID()}`;
    await this.stripe.customers.update(customer.id, { metadata: this.deployment.mark }, { idempotencyKey });
  }

  private async adopt(em: EntityManager, customerId: string): Promise<boolean> {
    const customer = await this.find(customerId);
    const organizationId = customer && this.ownOrganizationOf(customer);
    if (!customer || !organizationId) return false;
    await em.execute(
      `insert into customers (organization_id, customer_id, name, idempotency_key) values (?, ?, ?, ?)
       on conflict (organization_id) do update set customer_id = excluded.customer_id, email = null
       where customers.customer_id is null`,
      [organizationId, customerId, customer.name ?? '', randomUUID()],
    );
    return true;
  }
}
