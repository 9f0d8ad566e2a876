import type { EntityManager } from '@mikro-orm/postgresql';
import { typeOf } from '../channels/types.ts';
import type { ChannelSecrets } from '../channels/store/channel-secrets.ts';
import { removeChannel } from '../responsible/remove-channel.ts';

/** Preselects by the visible hint; the address itself is encrypted. */
const CANDIDATES = `select id, sealed from channels where type = 'email' and lower(hint) = ? order by id for update`;

/**
 * Deletes the channels that lead to the account's e-mail address, including those of organizations. Runs in the transaction that
 * deletes the account, while the address is still known.
 */
export async function endAddressed(em: EntityManager, secrets: ChannelSecrets, userId: number): Promise<void> {
  const [user] = await em.execute<{ email: string }[]>('select lower(email) as email from users where id = ?', [
    userId,
  ]);
  if (!user?.email) return;
  const target = { type: 'email', address: user.email } as const;
  const candidates = await em.execute<{ id: number; sealed: string }[]>(CANDIDATES, [typeOf(target).hint(target)]);
  for (const { id, sealed } of candidates) {
    const { address } = { address: undefined, ...secrets.open(sealed) };
    if (address?.toLowerCase() === user.email) await removeChannel(em, id);
  }
}
