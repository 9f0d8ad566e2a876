import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { isDefect } from '@portico/service';
import type { Stripe } from 'stripe';
import { Customer } from '../customers/customer.entity.ts';
import { CustomersService } from '../customers/customers.service.ts';
import { Lease } from './lease.ts';
import { ForgetCustomer } from '../purchases/forget-customer.command.ts';
import { SynchronizeCustomer } from '../purchases/synchronize-customer.command.ts';
import { ofBackground } from '../stripe/refusals.ts';
import { STRIPE } from '../stripe/stripe.ts';

/** `changed`: purchases that differed from Stripe. `failed`: customers that could not be compared. */
type Reconciled = { customers: number; changed: number; failed: number };

/** Compares all customers with Stripe, to recover from missed webhooks or a lost database. */
@Injectable()
export class ReconciliationService {
  private readonly logger = new Logger(ReconciliationService.name);

  constructor(
    private readonly orm: MikroORM,
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly commands: CommandBus,
    private readonly customers: CustomersService,
  ) {}

  /**
   * Compares all customers with Stripe, in one process at a time.
   * @param every seconds between the starts of two runs.
   * @returns null if no run is due, or another process is reconciling.
   * @throws the same errors as `reconcileAll`.
   */
  async reconcileWhenDue(every: number): Promise<Reconciled | null> {
    const lease = await Lease.take(this.orm, every);
    if (!lease) return null;
    try {
      return await this.reconcileAll(lease);
    } finally {
      await lease.release();
    }
  }

  /**
   * Compares the customers one after another. A customer that fails does not block later customers.
   * @throws StripeError if the list of customers is unavailable.
   */
  private async reconcileAll(lease: Lease): Promise<Reconciled> {
    const report: Reconciled = { customers: 0, changed: 0, failed: 0 };
    for (const customerId of await this.customerIds()) {
      lease.check();
      report.customers += 1;
      try {
        const { changed } = await this.commands.execute(new SynchronizeCustomer(customerId, 'reconciliation'));
        report.changed += changed;
      } catch (error) {
        if (isDefect(ofBackground(error))) throw error;
        report.failed += 1;
        this.logger.error({ customerId, error: String(error) }, 'comparing a customer with Stripe failed');
      }
    }
    for (const customerId of await this.orphans()) {
      lease.check();
      if (await this.customers.find(customerId)) continue;
      report.changed += (await this.commands.execute(new ForgetCustomer(customerId))).changed;
    }
    return report;
  }

  /** Customers that have recurring purchases, but no longer belong to an organization. */
  private async orphans(): Promise<string[]> {
    const rows = await this.orm.em.fork().execute<{ customer_id: string }[]>(
      `select distinct customer_id from purchases p where subscription_id is not null
       and exists (select 1 from jsonb_array_elements(items) item
         where item ->> 'status' in ('active', 'past_due') and item ->> 'recurring' is distinct from 'false')
       and not exists (select 1 from customers c where c.customer_id = p.customer_id)`,
    );
    return rows.map(({ customer_id: id }) => id);
  }

  private async customerIds(): Promise<Set<string>> {
    const known = await this.orm.em.fork().find(Customer, { customerId: { $ne: null } });
    const ids = new Set(known.flatMap(({ customerId }) => (customerId ? [customerId] : [])));
    for await (const customer of this.stripe.customers.list({ limit: 100 })) {
      if (ids.has(customer.id)) await this.customers.mark(customer);
      else if (this.customers.ownOrganizationOf(customer) !== null) ids.add(customer.id);
    }
    return ids;
  }
}
