import { AssignerProtocol, type Kafka } from '@portico/kafka/client';

/**
 * Whether consumer groups have committed every record of the topics assigned to them. False for a group without members, and for a
 * group without a commit for a topic that is not empty.
 */
export async function haveConsumedAll(kafka: Kafka, groupIds: readonly string[]): Promise<boolean> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const { groups } = await admin.describeGroups([...groupIds]);
    for (const { groupId, members } of groups) {
      const assigned = members.flatMap(({ memberAssignment }) =>
        Object.keys(AssignerProtocol.MemberAssignment.decode(memberAssignment)?.assignment ?? {}),
      );
      if (assigned.length === 0) return false;
      for (const { topic, partitions } of await admin.fetchOffsets({ groupId, topics: [...new Set(assigned)] })) {
        const ends = new Map((await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => [partition, high]));
        if (partitions.some(({ partition, offset }) => offset !== ends.get(partition) && ends.get(partition) !== '0'))
          return false;
      }
    }
    return true;
  } finally {
    await admin.disconnect();
  }
}
