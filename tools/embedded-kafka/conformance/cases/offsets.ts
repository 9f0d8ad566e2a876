import { fetch } from '../../src/apis/fetch.ts';
import { findCoordinator } from '../../src/apis/find-coordinator.ts';
import { initProducerId } from '../../src/apis/init-producer-id.ts';
import { offsetCommit } from '../../src/apis/offset-commit.ts';
import { offsetFetch } from '../../src/apis/offset-fetch.ts';
import type { RawClient } from '../../test/raw-client.ts';
import type { Case } from '../target.ts';

interface Commit {
  readonly offset: number;
  readonly metadata?: string | null;
  readonly partition?: number;
  readonly generationId?: number;
  readonly memberId?: string;
  readonly groupId?: string;
  readonly version?: number;
  readonly retentionTimeMs?: number;
}

class Offsets {
  private readonly connection: RawClient;
  private readonly topic: string;
  private readonly groupId: string;

  constructor(connection: RawClient, topic: string, groupId: string) {
    this.connection = connection;
    this.topic = topic;
    this.groupId = groupId;
  }

  async commit(commit: Commit, topic = this.topic): Promise<unknown> {
    const { offset, metadata = null, partition = 0, generationId = -1, memberId = '', retentionTimeMs = -1 } = commit;
    const partitions = [{ partitionIndex: partition, committedOffset: offset, committedMetadata: metadata }];
    const groupId = commit.groupId ?? this.groupId;
    const body = { groupId, generationId, memberId, retentionTimeMs, topics: [{ name: topic, partitions }] };
    const answer = await this.connection.call(offsetCommit, commit.version ?? 7, body);
    return answer.topics[0]?.partitions[0]?.errorCode;
  }

  async committed(version = 6, groupId = this.groupId): Promise<unknown> {
    const topics = [{ name: this.topic, partitionIndexes: [0, 1] }];
    const answer = await this.connection.call(offsetFetch, version, {
      groupId,
      topics,
      groups: [{ groupId, topics }],
    });
    const [found] = version < 8 ? [answer] : answer.groups;
    return found?.topics[0]?.partitions.map(({ committedOffset, metadata, errorCode }) => [
      committedOffset,
      metadata,
      errorCode,
    ]);
  }
}

async function untilAnswer(ask: () => Promise<unknown>, wanted: unknown): Promise<unknown> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const answer = await ask();
    if (JSON.stringify(answer) === JSON.stringify(wanted) || performance.now() > deadline) return answer;
  }
}

export const offsetCases: readonly Case[] = [
  {
    name: 'committing and fetching offsets in every version',
    async run(stage) {
      const offsets = new Offsets(await stage.connect(), await stage.topic({}, 2), `${stage.id}-g`);
      const answers: unknown[] = [await offsets.committed()];
      for (const version of [2, 3, 5, 6, 7, 8, 9]) {
        answers.push(
          await offsets.commit({ offset: version, metadata: `v${version}`, version }),
          await offsets.committed(),
        );
      }
      for (const version of [1, 2, 5, 7, 8, 9]) answers.push(await offsets.committed(version));
      return answers;
    },
  },
  {
    name: 'committing offsets with invalid requests',
    async run(stage) {
      const offsets = new Offsets(await stage.connect(), await stage.topic(), `${stage.id}-g`);
      return [
        await offsets.commit({ offset: 1, generationId: 3, memberId: 'm' }),
        await offsets.commit({ offset: 1, memberId: 'm' }),
        await offsets.commit({ offset: 1, partition: 9 }),
        await offsets.commit({ offset: 1 }, `${stage.id}-nowhere`),
        await offsets.commit({ offset: 1, metadata: 'm'.repeat(5_000) }),
        await offsets.commit({ offset: 1, metadata: 'm'.repeat(4_096) }),
        await offsets.commit({ offset: 1, groupId: '' }),
        await offsets.committed(6, `${stage.id}-other`),
      ];
    },
  },
  {
    name: 'committed offsets that expire after their retention time',
    async run(stage) {
      const offsets = new Offsets(await stage.connect(), await stage.topic({}, 2), `${stage.id}-g`);
      const committed = await offsets.commit({ offset: 1, partition: 1 });
      const brief = await offsets.commit({ offset: 1, retentionTimeMs: 1, version: 2 });
      const none = [
        [-1, '', 0],
        [1, '', 0],
      ];
      return [committed, brief, await untilAnswer(() => offsets.committed(), none)];
    },
  },
  {
    name: 'finding coordinators and initializing producer ids in every version',
    async run(stage) {
      const connection = await stage.connect();
      const answers: unknown[] = [];
      for (const version of [0, 1, 2, 3]) {
        const { errorCode } = await connection.call(findCoordinator, version, { key: 'g' });
        answers.push(errorCode);
      }
      const { coordinators } = await connection.call(findCoordinator, 4, { coordinatorKeys: ['g', 'h'] });
      answers.push(coordinators.map(({ key, errorCode }) => [key, errorCode]));
      for (const version of [0, 1, 2, 3, 4]) {
        const body = { transactionalId: null, transactionTimeoutMs: 1_000 };
        const { errorCode, producerEpoch } = await connection.call(initProducerId, version, body);
        answers.push([errorCode, producerEpoch]);
      }
      return answers;
    },
  },
  {
    name: 'fetching with an unknown fetch session',
    async run(stage) {
      const connection = await stage.connect();
      const wait = { replicaId: -1, maxWaitMs: 0, minBytes: 1, maxBytes: 1_000, isolationLevel: 0, topics: [] };
      const answer = await connection.call(fetch, 11, { ...wait, sessionId: 12_345, sessionEpoch: 1 });
      return answer.errorCode;
    },
  },
];
