import { Command } from '@nestjs/cqrs';

/** Which door the command came in by. */
export type Door = 'webhook' | 'return' | 'reconciliation' | 'administrator';

/** `changed`: purchases that were not here as Stripe has them, and are now. `isGone`: Stripe has the customer no more. */
export type Synchronized = { changed: number; isGone: boolean };

/** Take over what Stripe has of this customer's purchases now. Done again it changes nothing. */
export class SynchronizeCustomer extends Command<Synchronized> {
  constructor(
    readonly customerId: string,
    readonly door: Door,
  ) {
    super();
  }
}
