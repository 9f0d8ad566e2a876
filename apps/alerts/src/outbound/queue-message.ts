import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Message } from '../channels/message/message.ts';
import { Delivery } from './delivery.entity.ts';

/** The fields of a message that are known when the message is queued. The sender adds the remaining fields. */
type Queued = Pick<Message, 'kind' | 'title'> &
  Partial<Pick<Message, 'id' | 'text' | 'lines' | 'more' | 'isOver'>> & {
    organizationId?: number | null;
    notices?: number;
  };

export const queueMessage = (em: EntityManager, channelId: number, queued: Queued): Delivery => {
  const { organizationId = null, notices = queued.lines?.length ?? 0, ...rest } = queued;
  const message = { id: `message-${randomUUID()}`, text: '', lines: [], more: 0, isOver: false, ...rest };
  const delivery = em.create(Delivery, {
    channelId,
    kind: queued.kind,
    organizationId,
    message: { ...message, productName: '', settingsUrl: '', acknowledgeUrl: null },
    notices,
    state: 'pending',
    nextAt: new Date(),
    createdAt: new Date(),
  });
  em.persist(delivery);
  return delivery;
};
