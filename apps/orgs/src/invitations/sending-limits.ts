import type { EntityManager } from '@mikro-orm/postgresql';
import { INVITATIONS_PER_HOUR } from '@portico/contracts/http/invitations';
import { Problem } from '@portico/service';
import type { Invitation } from './invitation.entity.ts';
import { InvitationSending } from './invitation-sending.entity.ts';

const HOUR = 60 * 60;

const LIMITED = [
  ['organization', 'This organization has sent its invitations of this hour. Please wait.'],
  ['inviter', 'You have sent your invitations of this hour. Please wait.'],
  ['address', 'This address was invited several times within an hour. Please wait.'],
] as const;

/**
 * Counts one more invitation, so that the product is no means to flood an address, or the world. Whether somebody has the
 * address here plays no part. Counts run one after the other: the second one sees the first.
 * @throws Problem `rate_limited`.
 */
export async function countSending(
  em: EntityManager,
  { organizationId, email }: Pick<Invitation, 'organizationId' | 'email'>,
  invitedBy: number,
): Promise<void> {
  await em.execute('lock table invitation_sendings in exclusive mode');
  await em.execute(`delete from invitation_sendings where sent_at < now() - make_interval(secs => ${HOUR})`);
  const [counts] = await em.execute<Record<keyof typeof INVITATIONS_PER_HOUR, number>[]>(
    `select count(*) filter (where organization_id = ?)::int as organization,
       count(*) filter (where invited_by = ?)::int as inviter, count(*) filter (where email = ?)::int as address
     from invitation_sendings`,
    [organizationId, invitedBy, email],
  );
  for (const [what, message] of LIMITED)
    if ((counts?.[what] ?? 0) >= INVITATIONS_PER_HOUR[what]) throw Problem.rateLimited(message, HOUR);
  em.persist(em.create(InvitationSending, { organizationId, invitedBy, email }));
}
