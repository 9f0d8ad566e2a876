import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import { userChanged } from '@portico/contracts/events/identity';
import { copyOfUsers, DomainEventConsumer, Outbox } from '@portico/messaging';
import { MembershipWriter } from './membership-writer.ts';

/** Invitations to the account's address, and those that it accepted with an earlier one. */
const ERASE = [
  `delete from invitations i using users u where u.id = ? and (i.email = lower(u.email) or i.accepted_by = u.id)`,
  `delete from invitation_sendings i using users u where u.id = ? and i.email = lower(u.email)`,
  `update organizations o set billing_email = null from users u where u.id = ? and lower(o.billing_email) = lower(u.email)`,
];

/** Ends the memberships of a deleted user in the same transaction, and erases the address. */
export const usersCopy = copyOfUsers(async (em, { id, deletedAt }, write) => {
  const endAll = () => new MembershipWriter(new Outbox()).endAllOfUser(em, id);
  if (deletedAt !== null) {
    // Before the row loses the e-mail, which finds invitations to the user. Users are locked before organizations.
    await em.execute('select from users where id = ? for update', [id]);
    await endAll();
    for (const statement of ERASE) await em.execute(statement, [id]);
  }
  await write();
  if (deletedAt !== null) await endAll();
});

/** Updates the copy of users. */
@Controller()
export class UsersConsumer {
  constructor(private readonly events: DomainEventConsumer) {}

  @EventPattern(userChanged.topic)
  changed(@Payload() payload: unknown, @Ctx() context: unknown): Promise<void> {
    return this.events.receive(userChanged, payload, context, usersCopy.keep);
  }
}
