import { randomUUID } from 'node:crypto';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Stripe } from 'stripe';
import { isMissing } from '../stripe/refusals.ts';
import { STRIPE } from '../stripe/stripe.ts';
import { Customer } from './customer.entity.ts';

/** Name of the metadata by which Stripe knows the organization of a customer. */
const ORGANIZATION = 'organization_id';

/** Whose customer this is, or null: other products may sell from the same Stripe account. */
export const organizationIdOf = ({ metadata }: Pick<Stripe.Customer, 'metadata'>): number | null => {
  const id = metadata[ORGANIZATION] ?? '';
  return /^[1-9]\d{0,9}$/.test(id) ? Number(id) : null;
};

/** Organizations as Stripe's customers. */
@Injectable()
export class CustomersService {
  private readonly logger = new Logger(CustomersService.name);

  constructor(
    @Inject(EntityManager) private readonly em: EntityManager,
    @Inject(STRIPE) private readonly stripe: Stripe,
  ) {}

  /**
   * Stripe's id of the organization's customer, who is made when there is none. However many ask at once, and wherever a
   * try broke off, there is one.
   * @throws StripeError.
   */
  async ensure(organization: { id: number; name: string }, email: string): Promise<string> {
    const known = await this.em.findOne(Customer, { organizationId: organization.id }, { refresh: true });
    if (known?.customerId) return known.customerId;
    await this.em.execute(
      `insert into customers (organization_id, name, email, idempotency_key) values (?, ?, ?, ?) on conflict do nothing`,
      [organization.id, organization.name, email, randomUUID()],
    );
    return this.em.fork().transactional(async (em) => {
      const customer = await em.findOneOrFail(
        Customer,
        { organizationId: organization.id },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      customer.customerId ??= await this.create(customer);
      return customer.customerId;
    });
  }

  /** Stripe has this customer no more: `ensure` makes another one. However many say so, it is forgotten once. */
  async forget(customerId: string): Promise<void> {
    const idempotencyKey = randomUUID();
    const count = await this.em.nativeUpdate(Customer, { customerId }, { customerId: null, idempotencyKey });
    if (count > 0) this.logger.warn(`customer ${customerId} is gone at Stripe`);
  }

  /**
   * The customer of this id, locked until the caller's transaction ends. One that is Stripe's alone, after a crash or the
   * loss of this database, is taken over.
   * @returns null for a customer of no organization.
   */
  async lock(em: EntityManager, customerId: string): Promise<Customer | null> {
    const find = (): Promise<Customer | null> =>
      em.findOne(Customer, { customerId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    return (await find()) ?? ((await this.adopt(em, customerId)) ? find() : null);
  }

  private async create({ name, email, organizationId, idempotencyKey }: Customer): Promise<string> {
    const { id } = await this.stripe.customers.create(
      { name, ...(email && { email }), metadata: { [ORGANIZATION]: String(organizationId) } },
      { idempotencyKey: `customer-${idempotencyKey}` },
    );
    return id;
  }

  private async adopt(em: EntityManager, customerId: string): Promise<boolean> {
    const customer = await this.stripe.customers.retrieve(customerId).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    const organizationId = customer && !customer.deleted ? organizationIdOf(customer) : null;
    if (!customer || customer.deleted || organizationId === null) return false;
    await em.execute(
      `insert into customers (organization_id, customer_id, name, email, idempotency_key) values (?, ?, ?, ?, ?)
       on conflict (organization_id) do update set customer_id = excluded.customer_id
       where customers.customer_id is null`,
      [organizationId, customerId, customer.name ?? '', customer.email, randomUUID()],
    );
    return true;
  }
}
