import { copiesConsumer, copyOfUsers, Outbox } from '@portico/messaging';
import { MembershipWriter } from './membership-writer.ts';

/**
 * SQL that erases a user's e-mail: deletes invitations to the user or accepted by the user, and sendings to the user, and clears billing
 * addresses.
 */
const ERASE = [
  `delete from invitations i using users u where u.id = ? and (i.email = lower(u.email) or i.accepted_by = u.id)`,
  `delete from invitation_sendings i using users u where u.id = ? and i.email = lower(u.email)`,
  `update organizations o set billing_email = null from users u where u.id = ? and lower(o.billing_email) = lower(u.email)`,
];

/** The copy of users. When a user is deleted, the same transaction ends the user's memberships and erases the user's e-mail. */
export const usersCopy = copyOfUsers(async (em, { id, deletedAt }, write) => {
  const endAll = () => new MembershipWriter(new Outbox()).endAllOfUser(em, id);
  if (deletedAt !== null) {
    // Runs before the row loses the e-mail, which identifies the user's invitations. Users are locked before organizations.
    await em.execute('select from users where id = ? for update', [id]);
    await endAll();
    for (const statement of ERASE) await em.execute(statement, [id]);
  }
  await write();
  if (deletedAt !== null) await endAll();
});

export const UsersConsumer = copiesConsumer(usersCopy);
