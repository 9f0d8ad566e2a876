import { Command } from '@nestjs/cqrs';

/** Which door the command came in by. */
export type Door = 'webhook' | 'return' | 'reconciliation' | 'administrator';

/** What was not here as Stripe has it, and is now. */
export type Synchronized = { changed: number };

/** Take over what Stripe has of this customer's purchases now. Done again it changes nothing. */
export class SynchronizeCustomer extends Command<Synchronized> {
  constructor(
    readonly customerId: string,
    readonly door: Door,
  ) {
    super();
  }
}
