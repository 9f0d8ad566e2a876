import { AssignerProtocol, type GroupMember, type PartitionAssigner } from 'kafkajs';

const NAME = 'portico-one-owner';
const VERSION = 1;

/**
 * Gives every partition to the process that has been there longest; the others stand by and take over when it goes. With
 * one writer no two processes can store the same id at the same moment, whatever partitions it was published to.
 * @param since - when this process began, in milliseconds.
 */
export const oneOwner =
  (since: number): PartitionAssigner =>
  ({ cluster }) => ({
    name: NAME,
    version: VERSION,
    assign: async ({ members, topics }) => {
      const owner = oldest(members);
      const everything = Object.fromEntries(
        topics.map((topic) => [topic, cluster.findTopicPartitionMetadata(topic).map(({ partitionId }) => partitionId)]),
      );
      return members.map(({ memberId }) => ({
        memberId,
        memberAssignment: AssignerProtocol.MemberAssignment.encode({
          version: VERSION,
          assignment: memberId === owner ? everything : {},
          userData: Buffer.alloc(0),
        }),
      }));
    },
    protocol: ({ topics }) => ({
      name: NAME,
      metadata: AssignerProtocol.MemberMetadata.encode({
        version: VERSION,
        topics,
        userData: Buffer.from(String(since)),
      }),
    }),
  });

/** Of members that began at the same moment the one with the lowest id, so that every leader decides alike. */
export function oldest(members: readonly GroupMember[]): string | undefined {
  const ranked = members.map(({ memberId, memberMetadata }) => {
    const metadata = AssignerProtocol.MemberMetadata.decode(memberMetadata);
    return { memberId, since: Number(metadata?.userData.toString() || Number.MAX_SAFE_INTEGER) };
  });
  return ranked.toSorted((a, b) => a.since - b.since || (a.memberId < b.memberId ? -1 : 1))[0]?.memberId;
}
