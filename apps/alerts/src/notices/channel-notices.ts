import type { EntityManager } from '@mikro-orm/postgresql';
import type { CHANNEL_KINDS } from '@portico/contracts/http/notices';
import { Organization } from '@portico/messaging';
import type { Channel } from '../channels/store/channel.entity.ts';
import { noteChange } from '../live/changes.ts';
import { Notice } from './notice.entity.ts';

type ChannelKind = (typeof CHANNEL_KINDS)[number];

const subjectOf = (channelId: number): string => `channel:${channelId}`;

const OVER = `update notices set over_at = now(), over_noted_at = now()
  where subject = ? and over_at is null returning owner_organization_id as "organizationId", owner_user_id as "userId"`;

/**
 * Writes a notice about a failing channel into the inbox of the channel's owner, unless a notice of this kind is open. Call inside a
 * transaction that has locked the channel's row, so that concurrent calls write one notice.
 */
export async function noteChannel(
  em: EntityManager,
  channel: Pick<Channel, 'id' | 'owner' | 'organizationId' | 'userId'>,
  { kind, title, text }: { kind: ChannelKind; title: string; text: string },
): Promise<void> {
  const { id, owner, organizationId = null, userId = null } = channel;
  const subject = subjectOf(id);
  if ((await em.count(Notice, { subject, kind, overAt: null })) > 0) return;
  const organization = await em.findOne(Organization, { id: organizationId ?? 0 });
  const now = new Date();
  em.create(
    Notice,
    {
      owner,
      ownerOrganizationId: organizationId,
      ownerUserId: userId,
      kind,
      subject,
      organizationId,
      at: now,
      createdAt: now,
      organization: organization?.name ?? null,
      title,
      text,
      link: `/notifications/channels/${id}`,
      event: null,
      inboxAt: now,
    },
    { persist: true },
  );
  await em.flush();
}

/** Ends the notices about a channel that works again or was deleted. */
export async function noteChannelOver(em: EntityManager, channelId: number): Promise<void> {
  const rows = await em.execute<{ organizationId: number | null; userId: number | null }[]>(OVER, [
    subjectOf(channelId),
  ]);
  const [one] = rows;
  if (!one) return;
  const { organizationId, userId } = one;
  await noteChange(em, { what: 'notices', organizationId, ...(userId !== null && { userIds: [userId] }) });
}
