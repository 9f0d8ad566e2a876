import { describeGroups, deleteGroups } from '../../src/apis/group-admin.ts';
import { heartbeat, leaveGroup } from '../../src/apis/group-liveness.ts';
import { joinGroup } from '../../src/apis/join-group.ts';
import { offsetCommit } from '../../src/apis/offset-commit.ts';
import { syncGroup } from '../../src/apis/sync-group.ts';
import type { RawClient } from '../../test/raw-client.ts';
import type { Case, Stage } from '../target.ts';

const SESSION_MS = 10_000;

/** Content of a member's join request; omitted fields have usual values. */
interface Join {
  readonly memberId?: string;
  readonly instance?: string | null;
  readonly sessionMs?: number;
  readonly protocols?: readonly string[];
  readonly protocolType?: string;
  readonly groupId?: string;
  readonly metadata?: string;
}

class Consumer {
  readonly groupId: string;
  private readonly connection: RawClient;
  memberId = '';
  generationId = -1;
  instance: string | null;

  constructor(connection: RawClient, groupId: string, instance: string | null = null) {
    this.connection = connection;
    this.groupId = groupId;
    this.instance = instance;
  }

  /**
   * Joins the group. If the broker requires a member id, joins again with the id that the broker issued. Returns the fields on which all
   * brokers must agree.
   */
  async join(join: Join = {}): Promise<unknown> {
    const { protocols = ['range'], protocolType = 'consumer', sessionMs = SESSION_MS, metadata = 'm' } = join;
    const ask = (memberId: string) =>
      this.connection.call(joinGroup, 7, {
        groupId: join.groupId ?? this.groupId,
        sessionTimeoutMs: sessionMs,
        rebalanceTimeoutMs: 10_000,
        memberId,
        groupInstanceId: join.instance === undefined ? this.instance : join.instance,
        protocolType,
        protocols: protocols.map((name) => ({ name, metadata: Buffer.from(metadata) })),
      });
    const asked = join.memberId ?? this.memberId;
    let answer = await ask(asked);
    const first = answer.errorCode;
    if (first === 79) answer = await ask(answer.memberId);
    if (answer.errorCode === 0) {
      this.memberId = answer.memberId;
      this.generationId = answer.generationId;
    }
    const { errorCode, generationId, protocolName } = answer;
    const leads = errorCode === 0 && answer.leader === answer.memberId;
    return { first, errorCode, generationId, protocolName, leads, members: answer.members.length };
  }

  async sync(assignments: Readonly<Record<string, string>> = {}, generationId = this.generationId): Promise<unknown> {
    const parts = Object.entries(assignments).map(([memberId, part]) => ({ memberId, assignment: Buffer.from(part) }));
    const identity = { groupId: this.groupId, generationId, memberId: this.memberId, groupInstanceId: this.instance };
    const { errorCode, assignment } = await this.connection.call(syncGroup, 3, { ...identity, assignments: parts });
    return { errorCode, assignment: assignment.toString() };
  }

  async heartbeat(generationId = this.generationId, memberId = this.memberId): Promise<number> {
    const identity = { groupId: this.groupId, generationId, memberId, groupInstanceId: this.instance };
    return (await this.connection.call(heartbeat, 3, identity)).errorCode;
  }

  async leave(memberId = this.memberId, groupInstanceId = this.instance): Promise<unknown> {
    const members = [{ memberId, groupInstanceId }];
    const answer = await this.connection.call(leaveGroup, 3, { groupId: this.groupId, members });
    return [answer.errorCode, answer.members.map(({ errorCode }) => errorCode)];
  }

  async untilHeartbeat(wanted: number): Promise<number> {
    const deadline = performance.now() + 30_000;
    for (;;) {
      const answer = await this.heartbeat();
      if (answer === wanted || performance.now() > deadline) return answer;
    }
  }

  /** Commits an offset. Without an offset, a broker may remove the group at any time after the last member has left. */
  async commit(topic: string): Promise<unknown> {
    const partitions = [{ partitionIndex: 0, committedOffset: 3, committedMetadata: null }];
    const identity = { groupId: this.groupId, generationId: this.generationId, memberId: this.memberId };
    const answer = await this.connection.call(offsetCommit, 7, { ...identity, topics: [{ name: topic, partitions }] });
    return answer.topics[0]?.partitions[0]?.errorCode;
  }

  async describe(): Promise<unknown> {
    const { groups } = await this.connection.call(describeGroups, 3, { groups: [this.groupId] });
    return groups.map(({ errorCode, groupState, protocolType, protocolData, members }) => {
      return { errorCode, groupState, protocolType, protocolData, members: members.length };
    });
  }

  async deleteGroup(): Promise<unknown> {
    const { results } = await this.connection.call(deleteGroups, 1, { groupIds: [this.groupId] });
    return results.map(({ errorCode }) => errorCode);
  }
}

async function consumer(stage: Stage, instance: string | null = null): Promise<Consumer> {
  return new Consumer(await stage.connect(), `${stage.id}-group`, instance);
}

/** Forms a stable group of two members. Returns the leader first. */
async function pair(stage: Stage, join: Join = {}, instances: readonly [string | null, string | null] = [null, null]) {
  const [first, second] = [await consumer(stage, instances[0]), await consumer(stage, instances[1])];
  const answers: unknown[] = [await first.join(join), await first.sync({ [first.memberId]: 'all' })];
  const joining = second.join(join);
  answers.push(await first.untilHeartbeat(27), await Promise.all([first.join(join), joining]));
  const parts = { [first.memberId]: 'one', [second.memberId]: 'two' };
  answers.push(await Promise.all([second.sync(), first.sync(parts)]));
  return { first, second, answers };
}

const life: Case = {
  name: 'a group that two members join and leave, and that is then deleted',
  async run(stage) {
    const { first, second, answers } = await pair(stage);
    answers.push(await first.describe(), await first.deleteGroup(), await first.commit(await stage.topic()));
    answers.push(await second.leave(), await second.heartbeat(), await first.untilHeartbeat(27));
    answers.push(await first.join(), await first.sync({ [first.memberId]: 'all' }), await first.heartbeat());
    answers.push(await first.leave(), await first.describe(), await first.deleteGroup(), await first.deleteGroup());
    answers.push(await first.describe());
    return answers;
  },
};

const strangers: Case = {
  name: 'invalid requests of group members',
  async run(stage) {
    const { first, second, answers } = await pair(stage);
    const other = await consumer(stage);
    answers.push(
      await first.heartbeat(first.generationId + 1),
      await first.heartbeat(first.generationId, 'nobody'),
      await first.sync({}, first.generationId + 1),
      await other.join({ memberId: 'nobody' }),
      await other.join({ groupId: '' }),
      await other.join({ sessionMs: 1 }),
      await other.join({ sessionMs: 100_000_000 }),
      await other.join({ protocols: ['another'] }),
      await other.join({ protocolType: 'connect' }),
      await other.join({ protocols: [] }),
      await second.leave('nobody', null),
      await first.heartbeat(),
    );
    const absent = new Consumer(await stage.connect(), `${stage.id}-absent`);
    answers.push(await absent.heartbeat(1, 'm'), await absent.join({ memberId: 'm' }), await absent.leave('m'));
    return answers;
  },
};

const election: Case = {
  name: 'a group that elects the protocol that all members support',
  async run(stage) {
    const [first, second] = [await consumer(stage), await consumer(stage)];
    const answers: unknown[] = [await first.join({ protocols: ['a', 'b', 'c'] }), await first.sync()];
    const joining = second.join({ protocols: ['c', 'b'] });
    answers.push(await first.untilHeartbeat(27));
    answers.push(await Promise.all([first.join({ protocols: ['a', 'b', 'c'] }), joining]));
    return answers;
  },
};

const session: Case = {
  name: 'a group member whose session times out',
  async run(stage) {
    const [first, second] = [await consumer(stage), await consumer(stage)];
    const answers: unknown[] = [await first.join(), await first.sync()];
    const joining = second.join({ sessionMs: 300 });
    answers.push(await first.untilHeartbeat(27), await Promise.all([first.join(), joining]));
    answers.push(await Promise.all([second.sync(), first.sync()]));
    answers.push(await first.untilHeartbeat(27), await first.join(), await first.sync());
    answers.push(await second.heartbeat(), await second.join({ memberId: second.memberId }), await first.describe());
    return answers;
  },
};

const rejoining: Case = {
  name: 'a follower that rejoins a group unchanged, and one that rejoins with changes',
  async run(stage) {
    const { first, second, answers } = await pair(stage);
    answers.push(await second.join(), await second.sync(), await first.heartbeat());
    // The metadata is one character, because Apache Kafka could parse a longer text as a length and fail.
    const changed = second.join({ metadata: 'n' });
    answers.push(await first.untilHeartbeat(27), await Promise.all([first.join(), changed]));
    answers.push(await Promise.all([second.sync(), first.sync({ [second.memberId]: 'all' })]));
    return answers;
  },
};

const statics: Case = {
  name: 'a static member that returns without a rebalance and fences its previous instance',
  async run(stage) {
    const { first, second, answers } = await pair(stage, {}, ['i-1', 'i-2']);
    const again = await consumer(stage, 'i-2');
    const former = second.memberId;
    answers.push(await again.join(), again.memberId === former, await again.sync(), await first.heartbeat());
    answers.push(await second.heartbeat(), await second.sync(), await second.join({ memberId: former }));
    answers.push(await again.leave(former), await again.leave('', 'i-3'), await first.heartbeat());
    answers.push(await again.leave('', 'i-2'), await first.untilHeartbeat(27));
    return answers;
  },
};

export const groupCases: readonly Case[] = [life, strangers, election, session, rejoining, statics];
