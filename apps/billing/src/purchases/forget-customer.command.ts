import { Command } from '@nestjs/cqrs';
import type { Synchronized } from './synchronize-customer.command.ts';

/** Stripe has this customer no more: nobody pays again what was paid again and again. */
export class ForgetCustomer extends Command<Synchronized> {
  constructor(readonly customerId: string) {
    super();
  }
}
