import { DOORS_TOPIC, INTEGRATION_EVENTS_TOPIC } from '@portico/contracts/events/integration-event';
import { FIRST_DOOR_PARTITION, isSenderProven } from '@portico/contracts/events/position';

/** The topics of incoming events. The numbers of their partitions form one sequence, so a position implies its topic. */
export const EVENT_TOPICS: readonly string[] = [INTEGRATION_EVENTS_TOPIC, DOORS_TOPIC];

export type TopicPartition = { topic: string; partition: number };

export const isDoor = (partition: number): boolean => isSenderProven({ partition });

export const toPartition = ({ topic, partition }: TopicPartition): number =>
  topic === DOORS_TOPIC ? FIRST_DOOR_PARTITION + partition : partition;

export const toTopicPartition = (partition: number): TopicPartition =>
  isDoor(partition)
    ? { topic: DOORS_TOPIC, partition: partition - FIRST_DOOR_PARTITION }
    : { topic: INTEGRATION_EVENTS_TOPIC, partition };

export const partitionsOf = (assignment: Readonly<Record<string, number[]>>): ReadonlySet<number> =>
  new Set(
    Object.entries(assignment).flatMap(([topic, partitions]) =>
      partitions.map((partition) => toPartition({ topic, partition })),
    ),
  );
