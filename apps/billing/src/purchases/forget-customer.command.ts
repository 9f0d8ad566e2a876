import { Command } from '@nestjs/cqrs';
import type { Synchronized } from './synchronize-customer.command.ts';

/** Stripe has deleted this customer: recurring purchases are no longer paid. */
export class ForgetCustomer extends Command<Synchronized> {
  constructor(readonly customerId: string) {
    super();
  }
}
