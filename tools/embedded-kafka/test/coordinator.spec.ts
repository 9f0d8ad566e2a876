import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Coordinator } from '../src/groups/coordinator.ts';
import type { JoinRequest } from '../src/groups/group-request.ts';
import type { JoinAnswer } from '../src/groups/member.ts';
import { OffsetStore } from '../src/groups/offset-store.ts';
import { ErrorCode } from '../src/protocol/error-code.ts';
import { temporaryFolder } from './support.ts';

let folder = temporaryFolder();
let coordinator: Coordinator;
beforeEach(() => {
  jest.useFakeTimers();
  folder = temporaryFolder();
  const options = { minSessionTimeoutMs: 100, maxSessionTimeoutMs: 10_000, initialRebalanceDelayMs: 0 };
  coordinator = new Coordinator(options, new OffsetStore(folder.path));
});
afterEach(() => {
  coordinator.close();
  jest.useRealTimers();
  folder.remove();
});

const defaults: JoinRequest = {
  groupId: 'g',
  memberId: '',
  groupInstanceId: null,
  protocolType: 'consumer',
  protocols: [{ name: 'range', metadata: Buffer.from('topic') }],
  sessionTimeoutMs: 1_000,
  rebalanceTimeoutMs: 3_000,
  clientId: 'client',
  clientHost: '/127.0.0.1',
  requireKnownId: false,
  signal: new AbortController().signal,
};

async function join(changes: Partial<JoinRequest> = {}): Promise<JoinAnswer> {
  const answer = await coordinator.join({ ...defaults, ...changes });
  if (answer === undefined) throw new Error('the client was taken to be gone');
  return answer;
}

const identity = ({ memberId, generationId }: JoinAnswer, groupInstanceId: string | null = null) => {
  return { groupId: 'g', memberId, generationId, groupInstanceId };
};
const protocol = { type: null, name: null };

async function sync(member: JoinAnswer, parts: Record<string, string> = {}): Promise<string> {
  const assignments = new Map(Object.entries(parts).map(([id, part]) => [id, Buffer.from(part)]));
  const answer = await coordinator.sync(identity(member), protocol, assignments, defaults.signal);
  return answer?.errorCode === ErrorCode.NONE ? answer.assignment.toString() : `error ${answer?.errorCode}`;
}

/** Forms a stable group of two members. Returns the leader first. */
async function pair(changes: Partial<JoinRequest> = {}): Promise<[JoinAnswer, JoinAnswer]> {
  const alone = await join();
  const second = join(changes);
  expect(() => coordinator.heartbeat(identity(alone))).toThrow(
    expect.objectContaining({ code: ErrorCode.REBALANCE_IN_PROGRESS }),
  );
  const both = await Promise.all([join({ memberId: alone.memberId }), second]);
  const [leader, follower] = both;
  const waiting = sync(follower);
  expect(await sync(leader, { [leader.memberId]: 'first', [follower.memberId]: 'second' })).toBe('first');
  expect(await waiting).toBe('second');
  return both;
}

describe('a consumer group', () => {
  it('sends the member list to the leader only', async () => {
    const [leader, follower] = await pair();
    expect(leader.members.map(({ memberId }) => memberId)).toEqual([leader.memberId, follower.memberId]);
    expect(follower.members).toEqual([]);
    expect([leader.leader, follower.leader]).toEqual([leader.memberId, leader.memberId]);
    expect([leader.generationId, follower.generationId]).toEqual([2, 2]);
    expect(coordinator.find('g')?.state).toBe('Stable');
  });

  it('assigns new clients a member id to rejoin with', async () => {
    const refused = await join({ requireKnownId: true });
    expect(refused.errorCode).toBe(ErrorCode.MEMBER_ID_REQUIRED);
    const admitted = await join({ requireKnownId: true, memberId: refused.memberId });
    expect(admitted).toMatchObject({ errorCode: ErrorCode.NONE, memberId: refused.memberId, generationId: 1 });
  });

  it('waits at most one session timeout for a client to rejoin with its id', async () => {
    await join({ groupId: 'g', requireKnownId: true });
    const waiting = join();
    await jest.advanceTimersByTimeAsync(999);
    expect(coordinator.find('g')?.state).toBe('PreparingRebalance');
    await jest.advanceTimersByTimeAsync(2);
    expect(await waiting).toMatchObject({ errorCode: ErrorCode.NONE, generationId: 1 });
  });

  it('removes a member that is silent for its session timeout, and keeps a member that sends heartbeats', async () => {
    const [leader, follower] = await pair();
    for (let i = 0; i < 3; i++) {
      await jest.advanceTimersByTimeAsync(400);
      if (coordinator.find('g')?.state === 'Stable') coordinator.heartbeat(identity(leader));
    }
    expect(coordinator.find('g')?.members.has(follower.memberId)).toBe(false);
    expect(await join({ memberId: leader.memberId })).toMatchObject({ errorCode: 0, generationId: 3 });
    expect((await join({ memberId: follower.memberId })).errorCode).toBe(ErrorCode.UNKNOWN_MEMBER_ID);
  });

  it('continues without a member that does not rejoin within the rebalance timeout', async () => {
    const [leader, follower] = await pair();
    const third = join();
    const again = join({ memberId: leader.memberId });
    // The follower sends heartbeats all the time, but does not join.
    for (let i = 0; i < 6; i++) {
      await jest.advanceTimersByTimeAsync(500);
      if (i < 5) expect(() => coordinator.heartbeat(identity(follower))).toThrow('rebalancing');
    }
    expect((await again).members.map(({ memberId }) => memberId)).toEqual([leader.memberId, (await third).memberId]);
  });

  it('rebalances when a member leaves', async () => {
    const [leader, follower] = await pair();
    expect(coordinator.leave('g', leader.memberId, null)).toBe(ErrorCode.NONE);
    expect(() => coordinator.heartbeat(identity(follower))).toThrow('rebalancing');
    expect(await join({ memberId: follower.memberId })).toMatchObject({ generationId: 3, leader: follower.memberId });
    expect(coordinator.leave('g', follower.memberId, null)).toBe(ErrorCode.NONE);
    expect(coordinator.find('g')?.state).toBe('Empty');
    expect(coordinator.leave('g', follower.memberId, null)).toBe(ErrorCode.UNKNOWN_MEMBER_ID);
  });

  it('chooses a protocol that all members support', async () => {
    const protocols = (...names: string[]) => names.map((name) => ({ name, metadata: Buffer.from(name) }));
    const first = await join({ protocols: protocols('a', 'b', 'c') });
    expect((await join({ protocols: protocols('x') })).errorCode).toBe(ErrorCode.INCONSISTENT_GROUP_PROTOCOL);
    expect((await join({ protocolType: 'connect' })).errorCode).toBe(ErrorCode.INCONSISTENT_GROUP_PROTOCOL);
    const second = join({ protocols: protocols('c', 'b') });
    const [again] = await Promise.all([
      join({ memberId: first.memberId, protocols: protocols('a', 'b', 'c') }),
      second,
    ]);
    expect(['b', 'c']).toContain(again.protocolName);
    expect(again.members.map(({ metadata }) => String(metadata))).toEqual([again.protocolName, again.protocolName]);
  });

  it('rejects wrong generations, unknown members, invalid session timeouts and empty names', async () => {
    const [leader] = await pair();
    const wrong = { ...identity(leader), generationId: 1 };
    expect(() => coordinator.heartbeat(wrong)).toThrow(expect.objectContaining({ code: ErrorCode.ILLEGAL_GENERATION }));
    const unknown = { ...identity(leader), memberId: 'nobody' };
    expect(() => coordinator.heartbeat(unknown)).toThrow(
      expect.objectContaining({ code: ErrorCode.UNKNOWN_MEMBER_ID }),
    );
    expect((await join({ sessionTimeoutMs: 1 })).errorCode).toBe(ErrorCode.INVALID_SESSION_TIMEOUT);
    expect((await join({ groupId: '' })).errorCode).toBe(ErrorCode.INVALID_GROUP_ID);
    expect((await join({ memberId: 'invented' })).errorCode).toBe(ErrorCode.UNKNOWN_MEMBER_ID);
  });

  it('accepts offsets from members of the generation, and from any client while it has no members', async () => {
    const nobody = { groupId: 'g', memberId: '', generationId: -1, groupInstanceId: null };
    expect(() => coordinator.checkCommit(nobody)).not.toThrow();
    expect(() => coordinator.checkCommit({ ...nobody, generationId: 3 })).toThrow('does not exist');
    const [leader] = await pair();
    expect(() => coordinator.checkCommit(identity(leader))).not.toThrow();
    expect(() => coordinator.checkCommit(nobody)).toThrow(
      expect.objectContaining({ code: ErrorCode.UNKNOWN_MEMBER_ID }),
    );
    expect(coordinator.delete('g')).toBe(ErrorCode.NON_EMPTY_GROUP);
  });
});

describe('a static member', () => {
  it('rejoins under its instance id without a rebalance and fences its predecessor', async () => {
    const [leader, follower] = await pair({ groupInstanceId: 'pod-1' });
    const back = await join({ groupInstanceId: 'pod-1' });
    expect(back).toMatchObject({ errorCode: 0, generationId: 2, leader: leader.memberId });
    expect(back.memberId).not.toBe(follower.memberId);
    expect(await sync(back)).toBe('second');
    expect(() => coordinator.heartbeat(identity(leader))).not.toThrow();
    const fenced = expect.objectContaining({ code: ErrorCode.FENCED_INSTANCE_ID });
    expect(() => coordinator.heartbeat(identity(follower, 'pod-1'))).toThrow(fenced);
    expect(coordinator.leave('g', '', 'pod-1')).toBe(ErrorCode.NONE);
  });

  it('does not reassign partitions when it rejoins as the former leader', async () => {
    const alone = await join({ groupInstanceId: 'pod-1' });
    expect(await sync(alone, { [alone.memberId]: 'everything' })).toBe('everything');
    const back = await join({ groupInstanceId: 'pod-1' });
    expect(back.leader).not.toBe(back.memberId);
    expect(await sync(back)).toBe('everything');
  });
});
