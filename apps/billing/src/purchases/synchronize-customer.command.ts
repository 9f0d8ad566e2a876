import { Command } from '@nestjs/cqrs';

/** What sent the command. */
export type Door = 'webhook' | 'return' | 'reconciliation' | 'administrator';

/** `changed`: purchases that were not here as Stripe has them, and are now. `isGone`: Stripe has the customer no more. */
export type Synchronized = { changed: number; isGone: boolean };

/** Synchronizes this customer's purchases with Stripe. Idempotent. */
export class SynchronizeCustomer extends Command<Synchronized> {
  constructor(
    readonly customerId: string,
    readonly door: Door,
  ) {
    super();
  }
}
