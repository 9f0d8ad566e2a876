import type { EntityManager } from '@mikro-orm/postgresql';
import type { Channel as ChannelRow } from '@portico/contracts/http/channels';
import { intArray } from '@portico/postgres';
import type { Channel } from './store/channel.entity.ts';
import { ownerFields, type Reach } from '../owners/owners.ts';

const COUNTS = `select c.id,
    (select count(*)::int from rules r where r.channels @> to_jsonb(c.id)) as rules,
    (select count(*)::int from deliveries d where d.channel_id = c.id and d.state = 'failed'
      and d.created_at > now() - interval '24 hours') as failures
  from channels c where c.id = any(?::int[])`;

/** Converts channels to the format of the API, without encrypted fields. */
export async function channelRows(
  em: EntityManager,
  reach: Reach,
  channels: readonly Channel[],
): Promise<ChannelRow[]> {
  const ownerOf = await ownerFields(em, reach, channels);
  const counted = await em.execute<{ id: number; rules: number; failures: number }[]>(COUNTS, [
    intArray(channels.map(({ id }) => id)),
  ]);
  const counts = new Map(counted.map((row) => [row.id, row]));
  return channels.map((channel) => {
    const { id, type, name, hint, headerNames, timeZone, previousUntil } = channel;
    const isRotating = previousUntil !== null && previousUntil !== undefined && previousUntil.getTime() > Date.now();
    return {
      id,
      ...ownerOf(channel),
      type,
      name,
      hint,
      headerNames,
      timeZone,
      editsMessages: channel.editsMessages,
      state: channel.stateNow(),
      verifiedAt: channel.verifiedAt?.toISOString() ?? null,
      failingSince: channel.failingSince?.toISOString() ?? null,
      lastDeliveredAt: channel.lastDeliveredAt?.toISOString() ?? null,
      lastError: channel.lastError ?? null,
      failures: counts.get(id)?.failures ?? 0,
      rules: counts.get(id)?.rules ?? 0,
      previousSecretUntil: isRotating ? previousUntil.toISOString() : null,
      createdAt: channel.createdAt.toISOString(),
    };
  });
}
