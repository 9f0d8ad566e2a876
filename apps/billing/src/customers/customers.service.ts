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

/** Name of the metadata by which Stripe knows the organization of a customer. */
const ORGANIZATION = 'organization_id';

/** Whose customer this is, or null: other products may sell from the same Stripe account. */
const organizationIdOf = ({ metadata }: Pick<Stripe.Customer, 'metadata'>): number | null => {
  const id = metadata[ORGANIZATION] ?? '';
  return /^[1-9]\d{0,9}$/.test(id) ? Number(id) : null;
};

/** Organizations as Stripe's customers. Stripe is never asked inside a transaction. */
@Injectable()
export class CustomersService {
  private readonly logger = new Logger(CustomersService.name);
  /** By organization: concurrent calls share one request. */
  private readonly making = new Map<number, Promise<string>>();

  constructor(
    private readonly em: EntityManager,
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly deployment: DeploymentService,
  ) {}

  /**
   * Stripe's id of the organization's customer, who is created when there is none. Concurrent calls in any number
   * of processes, and interrupted attempts, lead to one customer.
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

  /** Stripe has deleted this customer: `ensure` creates another one. Concurrent calls forget it once. */
  async forget(em: EntityManager, customerId: string): Promise<void> {
    const idempotencyKey = randomUUID();
    const count = await em.nativeUpdate(Customer, { customerId }, { customerId: null, idempotencyKey });
    if (count > 0) this.logger.warn({ customerId }, 'customer was deleted in Stripe');
  }

  /**
   * A ticket for what this customer has bought. One that is Stripe's alone, after a crash or the loss of this database, is
   * taken over.
   * @returns null for a customer of no organization. @throws StripeError.
   */
  async draw(customerId: string): Promise<Ticket | null> {
    const em = this.em.fork();
    const ticket = await drawTicket(em, customerId);
    if (ticket) return ticket;
    return (await this.adopt(em, customerId)) ? drawTicket(em, customerId) : null;
  }

  /** The row with the request to Stripe is committed before it is sent: a retry, in any process, sends
   * the same under the same key, and Stripe answers it with the same customer. */
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
        // An older version sent another request under this key. Its customer belongs to no organization.
        await em.nativeUpdate(Customer, { organizationId, idempotencyKey }, { idempotencyKey: randomUUID() });
        return null;
      });
      if (customerId === null) continue;
      // Another key: the customer was forgotten meanwhile. The e-mail was for this request, and is Stripe's from now on.
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

  /** The customer as Stripe has it; null when it is gone. @throws StripeError. */
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

  /** The organization whose customer it is, when this deployment has made it. */
  ownOrganizationOf(customer: Stripe.Customer): number | null {
    return this.deployment.ownerOf(customer) === 'us' ? organizationIdOf(customer) : null;
  }

  /** Marks a customer of ours from before there were marks. @throws StripeError. */
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
