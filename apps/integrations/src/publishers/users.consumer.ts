import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { userChanged } from '@portico/contracts/events/identity';
import { copyOf, DomainEventConsumer } from '@portico/messaging';
import { lockEmail, settlePublishers } from './publisher-writer.ts';

export const usersCopy = copyOf(userChanged, {
  table: 'users',
  key: 'id',
  identify: ({ id }) => String(id),
  columns: { name: ({ name }) => name, email: ({ email }) => email, deleted_at: ({ deletedAt }) => deletedAt },
  apply: async (em, state, write) => {
    await lockEmail(em, state.email);
    if (await write()) await settlePublishers(em, state);
  },
});

/** Keeps the copy of users. */
@Controller()
export class UsersConsumer {
  constructor(private readonly events: DomainEventConsumer) {}

  @EventPattern(userChanged.topic)
  changed(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(userChanged, payload, context, usersCopy.keep);
  }
}
