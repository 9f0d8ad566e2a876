import type { EntityManager } from '@mikro-orm/postgresql';
import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { userChanged, type UserState } from '@portico/contracts/events/identity';
import { DomainEventConsumer } from '@portico/messaging';
import { MembershipWriter } from './membership-writer.ts';

/**
 * Keeps the copy of users, and ends the memberships of a deleted one in the same transaction. States may come twice or
 * late: only a newer version changes the row.
 */
@Controller()
export class UsersConsumer {
  constructor(
    private readonly events: DomainEventConsumer,
    private readonly writer: MembershipWriter,
  ) {}

  @EventPattern(userChanged.topic)
  changed(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(userChanged, payload, context, async (em, state) => {
      await keepCopy(em, state);
      if (state.deletedAt !== null) await this.writer.endAllOfUser(em, state.id);
    });
  }
}

async function keepCopy(em: EntityManager, state: UserState): Promise<void> {
  const { id, name, email, usertype, version, deletedAt } = state;
  await em.execute(
    `insert into users (id, name, email, usertype, version, deleted_at) values (?, ?, ?, ?, ?, ?)
     on conflict (id) do update set name = excluded.name, email = excluded.email, usertype = excluded.usertype,
       version = excluded.version, deleted_at = excluded.deleted_at
     where users.version < excluded.version`,
    [id, name, email, usertype, version, deletedAt],
  );
}
