import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Stripe } from 'stripe';
import { Customer } from '../customers/customer.entity.ts';
import { CustomersService, organizationIdOf } from '../customers/customers.service.ts';
import { ForgetCustomer } from '../purchases/forget-customer.command.ts';
import { SynchronizeCustomer } from '../purchases/synchronize-customer.command.ts';
import { STRIPE } from '../stripe/stripe.ts';

/** `changed`: purchases that were not here as Stripe has them. `failed`: customers that could not be compared. */
export type Reconciled = { customers: number; changed: number; failed: number };

/** Compares everything with Stripe: for webhooks that never came, and for a database that was lost. */
@Injectable()
export class ReconciliationService {
  private readonly logger = new Logger(ReconciliationService.name);

  constructor(
    @Inject(MikroORM) private readonly orm: MikroORM,
    @Inject(STRIPE) private readonly stripe: Stripe,
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(CustomersService) private readonly customers: CustomersService,
  ) {}

  /** One customer after the other; one that fails keeps no other from its turn. @throws StripeError without a list. */
  async reconcileAll(): Promise<Reconciled> {
    const report: Reconciled = { customers: 0, changed: 0, failed: 0 };
    for (const customerId of await this.customerIds()) {
      report.customers += 1;
      try {
        const { changed } = await this.commands.execute(new SynchronizeCustomer(customerId, 'reconciliation'));
        report.changed += changed;
      } catch (error) {
        report.failed += 1;
        this.logger.error(`customer ${customerId} could not be compared: ${String(error)}`);
      }
    }
    for (const customerId of await this.orphans()) {
      if (await this.customers.find(customerId)) continue;
      report.changed += (await this.commands.execute(new ForgetCustomer(customerId))).changed;
    }
    return report;
  }

  /** Customers of recurring purchases that are no organization's any more. */
  private async orphans(): Promise<string[]> {
    const rows = await this.orm.em.fork().execute<{ customer_id: string }[]>(
      `select distinct customer_id from purchases p where subscription_id is not null
       and exists (select 1 from jsonb_array_elements(items) item
         where item ->> 'status' in ('active', 'past_due') and item ->> 'recurring' is distinct from 'false')
       and not exists (select 1 from customers c where c.customer_id = p.customer_id)`,
    );
    return rows.map(({ customer_id: id }) => id);
  }

  /** Those that Stripe has for organizations, and those that are known here. */
  private async customerIds(): Promise<Set<string>> {
    const known = await this.orm.em.fork().find(Customer, { customerId: { $ne: null } });
    const ids = new Set(known.flatMap(({ customerId }) => (customerId ? [customerId] : [])));
    for await (const customer of this.stripe.customers.list({ limit: 100 }))
      if (organizationIdOf(customer) !== null) ids.add(customer.id);
    return ids;
  }
}
