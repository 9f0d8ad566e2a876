import type { EntityManager } from '@mikro-orm/postgresql';
import { INVITATIONS_PER_HOUR, UNCONFIRMED_INVITATIONS_PER_DAY } from '@portico/contracts/http/invitations';
import { countSending, hostOf, type SendingLimit } from '@portico/postgres/sendings';
import { type Caller, callerIsAdmin } from '@portico/service';
import type { Organization } from '../organization-row/organization.entity.ts';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

const UNCONFIRMED = `A new organization sends ${UNCONFIRMED_INVITATIONS_PER_DAY} invitations a day until it has bought something or an administrator has confirmed it. Please wait, or ask an administrator.`;

/** Whether an organization has bought something, or has a reference from an administrator. Others send few mails, which prevents spam. */
const isConfirmed = ({ customerId, referenceId }: Organization): boolean => Boolean(customerId ?? referenceId);

const hourly = (scope: keyof typeof INVITATIONS_PER_HOUR, key: string, message: string): SendingLimit => ({
  scope: `invitation-${scope}`,
  key,
  most: INVITATIONS_PER_HOUR[scope],
  seconds: HOUR,
  message,
});
/** Also limits the inviter, so that a second organization does not start at zero. */
const daily = (scope: string, key: string): SendingLimit => ({
  scope: `unconfirmed-${scope}`,
  key,
  most: UNCONFIRMED_INVITATIONS_PER_DAY,
  seconds: DAY,
  message: UNCONFIRMED,
});

/**
 * Counts one more invitation. The limit keeps callers with and without an account from flooding addresses with mail.
 * @throws Problem `rate_limited`.
 */
export async function countInvitation(
  em: EntityManager,
  organization: Organization,
  email: string,
  caller: Caller,
): Promise<void> {
  const [id, inviter, host] = [String(organization.id), String(caller.id), hostOf(email)];
  await countSending(em, [
    hourly('organization', id, 'This organization has sent its invitations of this hour. Please wait.'),
    hourly('inviter', inviter, 'You have sent your invitations of this hour. Please wait.'),
    hourly('address', email, 'This address was invited several times within an hour. Please wait.'),
    ...(host === hostOf(caller.email)
      ? []
      : [hourly('host', host, 'Many people of this e-mail domain were invited within an hour. Please wait.')]),
    ...(isConfirmed(organization) || callerIsAdmin(caller)
      ? []
      : [daily('organization', id), daily('inviter', inviter)]),
  ]);
}
