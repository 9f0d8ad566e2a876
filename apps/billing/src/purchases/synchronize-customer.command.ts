import { Command } from '@nestjs/cqrs';

type Door = 'webhook' | 'return' | 'reconciliation' | 'administrator';

/** `changed`: number of purchases that differed from Stripe before the synchronization. `isGone`: Stripe no longer has the customer. */
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
