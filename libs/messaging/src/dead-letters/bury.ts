import type { EntityManager } from '@mikro-orm/postgresql';
import type { KafkaContext } from '@nestjs/microservices';
import { DeadLetter } from './dead-letter.entity.ts';

/** Nest's Kafka server passes keys and values already parsed. */
const originalOf = (value: unknown): Buffer | null => {
  if (value === null || value === undefined) return null;
  if (Buffer.isBuffer(value)) return value;
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
};

/** Stores a record that could not be applied. A repeated one stays unchanged. */
export async function bury(em: EntityManager, context: KafkaContext, reason: string): Promise<void> {
  const message = context.getMessage();
  await em
    .createQueryBuilder(DeadLetter)
    .insert({
      topic: context.getTopic(),
      partition: context.getPartition(),
      offset: message.offset,
      publishedAt: new Date(Number(message.timestamp)),
      key: originalOf(message.key),
      value: originalOf(message.value),
      reason: reason.replaceAll('\0', '\uFFFD'),
    })
    .onConflict(['topic', 'partition', 'offset', 'publishedAt'])
    .ignore()
    .execute();
}
