import type { EntityManager } from '@mikro-orm/postgresql';
import { typeOf } from '../channels/types.ts';
import type { ChannelSecrets } from '../channels/store/channel-secrets.ts';
import { removeChannel } from '../responsible/remove-channel.ts';

/** By what is shown of an address; the address itself is encrypted. */
const CANDIDATES = `select id, sealed from channels where type = 'email' and lower(hint) = ? order by id for update`;

/**
 * Deletes the channels that lead to the e-mail address of an account, also those of organizations. Part of the transaction that
 * deletes the account, before the address is gone.
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
