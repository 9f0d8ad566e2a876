import type { EntityManager } from '@mikro-orm/postgresql';
import { noteChannelOver } from '../notices/channel-notices.ts';

const WITHOUT = `update rules set channels = (
    select coalesce(jsonb_agg(c), '[]') from jsonb_array_elements(channels) as c where c <> to_jsonb(?::int))
  where channels @> to_jsonb(?::int)`;

/** Deletes a channel and the channel's messages. Call inside a transaction that has locked the channel. */
export async function removeChannel(em: EntityManager, id: number): Promise<void> {
  await em.execute('delete from pending_notices where channel_id = ?', [id]);
  await em.execute('delete from deliveries where channel_id = ?', [id]);
  await em.execute(WITHOUT, [id, id]);
  await noteChannelOver(em, id);
  await em.execute('delete from channels where id = ?', [id]);
}
