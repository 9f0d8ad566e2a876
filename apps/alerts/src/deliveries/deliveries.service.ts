import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Page, Paging } from '@portico/contracts/common/page';
import type { Delivery as DeliveryRow } from '@portico/contracts/http/channels';
import { countSending, hourlyLimits } from '@portico/postgres/sendings';
import { type Caller, Problem } from '@portico/service';
import { Channel } from '../channels/store/channel.entity.ts';
import { Delivery } from '../outbound/delivery.entity.ts';
import { queueMessage } from '../outbound/queue-message.ts';
import { mayChange, reachOf, requireChange, requireVisible } from '../owners/owners.ts';
import { requireOwned } from '../responsible/take-over.ts';

/** Maximum tests and resends per person and hour, over all channels, because each test or resend occupies a sender. */
const limit = hourlyLimits('by-hand', { person: 60 });

const countByHand = (em: EntityManager, caller: Caller): Promise<void> =>
  countSending(em, [
    limit('person', String(caller.id), 'Too many tests and resends within an hour. Please try again later.'),
  ]);

const rowOf = (delivery: Delivery, isOwner: boolean): DeliveryRow => {
  const { id, kind, message, notices, state, attempts, status, lastError } = delivery;
  return {
    id,
    kind,
    title: message.title,
    notices,
    state,
    attempts,
    status: status ?? null,
    lastError: lastError ?? null,
    createdAt: delivery.createdAt.toISOString(),
    nextAt: state === 'pending' ? (delivery.nextAt?.toISOString() ?? null) : null,
    sentAt: delivery.sentAt?.toISOString() ?? null,
    mayResend: isOwner && state !== 'sending' && state !== 'dropped' && kind !== 'verification',
  };
};

@Injectable()
export class DeliveriesService {
  constructor(private readonly em: EntityManager) {}

  async list(caller: Caller, channelId: number, { limit, offset }: Paging): Promise<Page<DeliveryRow>> {
    const reach = await reachOf(this.em, caller);
    const channel = requireVisible(reach, await this.em.findOne(Channel, { id: channelId }), 'The channel');
    const [rows, count] = await this.em.findAndCount(
      Delivery,
      { channelId },
      { orderBy: { id: 'desc' }, limit, offset },
    );
    return { data: rows.map((row) => rowOf(row, mayChange(reach, channel))), count };
  }

  async test(caller: Caller, channelId: number): Promise<DeliveryRow> {
    return this.em.fork().transactional(async (em) => {
      const found = await em.findOne(Channel, { id: channelId });
      const channel = requireChange(await reachOf(em, caller), found, 'The channel');
      if (!channel.verifiedAt || channel.disabledAt) throw new Problem('conflict', 'Verify the channel first');
      requireOwned(channel, 'The channel');
      await countByHand(em, caller);
      const delivery = queueMessage(em, channelId, {
        kind: 'test',
        title: 'A test',
        text: `${channel.name} works: notices arrive here.`,
      });
      await em.flush();
      return rowOf(delivery, true);
    });
  }

  /** Queues a message again under the same id, so that receivers detect the duplicate. */
  async resend(caller: Caller, id: number): Promise<DeliveryRow> {
    return this.em.fork().transactional(async (em) => {
      await em.execute('select id from deliveries where id = ? for update', [id]);
      const delivery = await em.findOne(Delivery, { id });
      const found = delivery && (await em.findOne(Channel, { id: delivery.channelId }));
      const channel = requireChange(await reachOf(em, caller), found, 'The delivery');
      if (!delivery || !rowOf(delivery, true).mayResend)
        throw new Problem('conflict', 'This message cannot be sent again');
      requireOwned(channel, 'The channel');
      await countByHand(em, caller);
      Object.assign(delivery, { state: 'pending', attempts: 0, isEdit: false, nextAt: new Date(), lastError: null });
      await em.flush();
      return rowOf(delivery, true);
    });
  }

  async find(id: number): Promise<DeliveryRow | null> {
    const delivery = await this.em.fork().findOne(Delivery, { id });
    return delivery && rowOf(delivery, true);
  }
}
