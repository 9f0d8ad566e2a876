import { Command } from '@nestjs/cqrs';
import type { Synchronized } from './synchronize-customer.command.ts';

/** Ends the recurring purchases of a customer that Stripe has deleted, because Stripe no longer charges for these purchases. */
export class ForgetCustomer extends Command<Synchronized> {
  constructor(readonly customerId: string) {
    super();
  }
}
