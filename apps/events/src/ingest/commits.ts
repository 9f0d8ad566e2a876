import type { Consumer, Note } from '@portico/kafka';
import { toMetadata } from '@portico/kafka';
import { toTopicPartition } from '../logs/logs.ts';
import { type Settled, toCommit } from '../logs/settled.ts';

/**
 * Commits the positions up to which messages are stored or rejected.
 * @param note the records that are read next, to find out later whether one of them crashed the process; 'begun' at the start.
 * @throws if Kafka rejects the commit, or the group rebalances.
 */
export async function commitSettled(
  consumer: Pick<Consumer, 'commitOffsets'>,
  settled: ReadonlyMap<number, Settled>,
  note?: Note | 'begun',
): Promise<void> {
  if (settled.size === 0) return;
  const offsets = [...settled].map(([partition, one]) => {
    const { offset, metadata } = toCommit(one);
    const tried = note === 'begun' ? { from: Number(offset), records: 0, deaths: 0 } : note;
    return {
      ...toTopicPartition(partition),
      offset,
      metadata: tried ? `${metadata};${toMetadata(tried)}` : metadata,
    };
  });
  await consumer.commitOffsets(offsets);
}
