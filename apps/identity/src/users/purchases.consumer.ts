import { Controller, Inject } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { purchaseChanged, type PurchaseState } from '@portico/contracts/events/billing';
import { Inbox } from '@portico/kafka';
import { UsersService } from './users.service.ts';

const isGranting = ({ items, deletedAt }: PurchaseState): boolean =>
  deletedAt === null && items.some(({ status }) => status === 'active');

/** Makes a client of a lead who has bought something: the dashboard shows what it is. */
@Controller()
export class PurchasesConsumer {
  constructor(
    @Inject(Inbox) private readonly inbox: Inbox,
    @Inject(UsersService) private readonly users: UsersService,
  ) {}

  @EventPattern(purchaseChanged.topic)
  changed(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.inbox.receive(purchaseChanged, payload, context, async (em, state) => {
      if (typeof state.boughtBy === 'number' && isGranting(state)) await this.users.becomeClient(em, state.boughtBy);
    });
  }
}
