import { randomUUID } from 'node:crypto';
import { ErrorCode, KafkaError } from '../protocol/error-code.ts';
import { Group } from './group.ts';
import { Member, refusedJoin, type JoinAnswer, type MemberProtocol, type SyncAnswer } from './member.ts';
import type { JoinRequest, MemberIdentity } from './group-request.ts';
import type { OffsetStore } from './offset-store.ts';

const MAX_GROUPS = 10_000;
const MAX_MEMBERS = 1_000;

interface CoordinatorOptions {
  readonly minSessionTimeoutMs: number;
  readonly maxSessionTimeoutMs: number;
  readonly initialRebalanceDelayMs: number;
}

function copied(protocols: readonly MemberProtocol[]): MemberProtocol[] {
  return protocols.map(({ name, metadata }) => ({ name, metadata: Buffer.from(metadata) }));
}

/** The group coordinator: finds groups and members for requests, and rejects requests that do not fit the group's state. */
export class Coordinator {
  private readonly groups = new Map<string, Group>();
  private readonly options: CoordinatorOptions;
  readonly offsets: OffsetStore;

  constructor(options: CoordinatorOptions, offsets: OffsetStore) {
    this.options = options;
    this.offsets = offsets;
  }

  /** Ids of all groups: groups with members, and groups that have only offsets. */
  groupIds(): string[] {
    return [...new Set([...this.groups.keys(), ...this.offsets.groupIds()])];
  }

  find(groupId: string): Group | undefined {
    return this.groups.get(groupId);
  }

  /** Resolves when the group's next generation begins, or with undefined if the client disconnects first. */
  async join(request: JoinRequest): Promise<JoinAnswer | undefined> {
    const { groupId, memberId, groupInstanceId, sessionTimeoutMs } = request;
    const { minSessionTimeoutMs, maxSessionTimeoutMs } = this.options;
    const refuse = (code: ErrorCode, id = memberId): JoinAnswer => refusedJoin(code, id);
    if (groupId === '') return refuse(ErrorCode.INVALID_GROUP_ID);
    if (sessionTimeoutMs < minSessionTimeoutMs || sessionTimeoutMs > maxSessionTimeoutMs) {
      return refuse(ErrorCode.INVALID_SESSION_TIMEOUT);
    }
    const group = this.groups.get(groupId) ?? (memberId === '' ? this.createGroup(groupId) : undefined);
    if (group === undefined) return refuse(ErrorCode.UNKNOWN_MEMBER_ID);
    const sameInstance = group.byInstance(groupInstanceId);
    const known = memberId === '' ? sameInstance : group.members.get(memberId);
    if (memberId !== '' && sameInstance !== undefined && sameInstance.id !== memberId) {
      return refuse(ErrorCode.FENCED_INSTANCE_ID);
    }
    if (!group.accepts(request.protocolType, request.protocols, known)) {
      return refuse(ErrorCode.INCONSISTENT_GROUP_PROTOCOL);
    }
    if (known !== undefined)
      return memberId === '' ? this.restart(group, known, request) : rejoin(group, known, request);
    if (memberId !== '' && !group.pendingIds.has(memberId)) return refuse(ErrorCode.UNKNOWN_MEMBER_ID);
    if (group.members.size + group.pendingIds.size >= MAX_MEMBERS) return refuse(ErrorCode.GROUP_MAX_SIZE_REACHED);
    const newId = memberId === '' ? `${groupInstanceId ?? request.clientId}-${randomUUID()}` : memberId;
    if (memberId === '' && groupInstanceId === null && request.requireKnownId) {
      group.expectId(newId, sessionTimeoutMs);
      return refuse(ErrorCode.MEMBER_ID_REQUIRED, newId);
    }
    return this.admit(group, newId, request);
  }

  private createGroup(groupId: string): Group {
    if (this.groups.size >= MAX_GROUPS) this.removeIdleGroups();
    if (this.groups.size >= MAX_GROUPS) {
      throw new KafkaError(ErrorCode.GROUP_MAX_SIZE_REACHED, `more than ${MAX_GROUPS} groups`);
    }
    const group = new Group(groupId, this.options.initialRebalanceDelayMs);
    this.groups.set(groupId, group);
    return group;
  }

  private newMember(group: Group, id: string, request: JoinRequest): Member {
    const { clientId, clientHost, sessionTimeoutMs, rebalanceTimeoutMs, groupInstanceId } = request;
    const timeouts = { sessionTimeoutMs, rebalanceTimeoutMs };
    const protocols = copied(request.protocols);
    const options = { id, instanceId: groupInstanceId, clientId, clientHost, ...timeouts, protocols };
    const member: Member = new Member(options, () => group.remove(member));
    return member;
  }

  private admit(group: Group, id: string, request: JoinRequest): Promise<JoinAnswer | undefined> {
    const member = this.newMember(group, id, request);
    group.add(member, request.protocolType);
    const answer = member.holdJoin(request.signal);
    if (group.state === 'PreparingRebalance') group.completeJoinIfReady();
    else group.prepareRebalance();
    return answer;
  }

  /** Replaces a static member that restarted without its member id. The member keeps its assignment if its subscription is unchanged. */
  private async restart(group: Group, old: Member, request: JoinRequest): Promise<JoinAnswer | undefined> {
    const member = this.newMember(group, `${request.groupInstanceId}-${randomUUID()}`, request);
    const unchanged = group.state === 'Stable' && old.hasSameProtocols(request.protocols);
    const wasLeader = group.leaderId === old.id;
    group.replace(old, member);
    // A former leader gets the response of a follower, because nothing is being reassigned.
    if (unchanged)
      return { ...group.joinAnswer(member), members: [], leader: wasLeader ? old.id : (group.leaderId ?? '') };
    return rejoin(group, member, request, true);
  }

  /** Finds the sender of a request. @throws UNKNOWN_MEMBER_ID, FENCED_INSTANCE_ID or ILLEGAL_GENERATION. */
  private speaker(identity: MemberIdentity): { group: Group; member: Member } {
    const group = this.groups.get(identity.groupId);
    const instance = group?.byInstance(identity.groupInstanceId);
    if (instance !== undefined && instance.id !== identity.memberId) {
      throw new KafkaError(ErrorCode.FENCED_INSTANCE_ID, 'another process has taken over this instance id');
    }
    const member = group?.members.get(identity.memberId);
    if (group === undefined || member === undefined) {
      throw new KafkaError(ErrorCode.UNKNOWN_MEMBER_ID, 'the coordinator is not aware of this member');
    }
    if (identity.generationId !== group.generationId) {
      throw new KafkaError(ErrorCode.ILLEGAL_GENERATION, `the generation is ${group.generationId}`);
    }
    member.heard();
    return { group, member };
  }

  /** Resolves with the member's part of the assignment when the leader has sent the assignment. */
  async sync(
    identity: MemberIdentity,
    protocol: { readonly type: string | null; readonly name: string | null },
    assignments: ReadonlyMap<string, Buffer>,
    signal: AbortSignal,
  ): Promise<SyncAnswer | undefined> {
    const { group, member } = this.speaker(identity);
    if (
      (protocol.type ?? group.protocolType) !== group.protocolType ||
      (protocol.name ?? group.protocolName) !== group.protocolName
    ) {
      throw new KafkaError(ErrorCode.INCONSISTENT_GROUP_PROTOCOL, 'the group uses another protocol');
    }
    if (group.state === 'PreparingRebalance') {
      throw new KafkaError(ErrorCode.REBALANCE_IN_PROGRESS, 'the group is rebalancing');
    }
    if (group.state === 'Stable') return { errorCode: ErrorCode.NONE, assignment: member.assignment };
    const answer = member.holdSync(signal);
    if (member.id === group.leaderId) group.assign(assignments);
    return answer;
  }

  heartbeat(identity: MemberIdentity): void {
    const { group } = this.speaker(identity);
    if (group.state === 'PreparingRebalance') {
      throw new KafkaError(ErrorCode.REBALANCE_IN_PROGRESS, 'the group is rebalancing');
    }
  }

  /** Removes a member from its group. A static member may omit its member id and send only its instance id. */
  leave(groupId: string, memberId: string, instanceId: string | null): ErrorCode {
    const group = this.groups.get(groupId);
    if (group?.forgetPendingId(memberId)) {
      group.completeJoinIfReady();
      return ErrorCode.NONE;
    }
    const instance = group?.byInstance(instanceId);
    if (instance !== undefined && memberId !== '' && instance.id !== memberId) return ErrorCode.FENCED_INSTANCE_ID;
    const member = instance ?? group?.members.get(memberId);
    if (group === undefined || member === undefined) return ErrorCode.UNKNOWN_MEMBER_ID;
    group.remove(member);
    return ErrorCode.NONE;
  }

  /** @throws if the member may not commit. Consumers without a group protocol may commit while the group has no members. */
  checkCommit(identity: MemberIdentity): void {
    const group = this.groups.get(identity.groupId);
    if (!this.offsets.has(identity.groupId) && this.offsets.groupIds().length >= MAX_GROUPS) {
      throw new KafkaError(ErrorCode.GROUP_MAX_SIZE_REACHED, `more than ${MAX_GROUPS} groups with offsets`);
    }
    const memberless = group === undefined || group.members.size === 0;
    if (memberless && identity.generationId < 0) return;
    if (group === undefined) throw new KafkaError(ErrorCode.ILLEGAL_GENERATION, 'the group does not exist');
    const speaker = this.speaker(identity);
    if (speaker.group.state === 'CompletingRebalance') {
      throw new KafkaError(ErrorCode.REBALANCE_IN_PROGRESS, 'the group is rebalancing');
    }
  }

  delete(groupId: string): ErrorCode {
    const group = this.groups.get(groupId);
    if (group === undefined && !this.offsets.has(groupId)) return ErrorCode.GROUP_ID_NOT_FOUND;
    if (group !== undefined && group.members.size > 0) return ErrorCode.NON_EMPTY_GROUP;
    group?.close();
    this.groups.delete(groupId);
    this.offsets.deleteGroup(groupId);
    return ErrorCode.NONE;
  }

  /** Removes groups without members or pending members. Their offsets stay. */
  removeIdleGroups(): void {
    for (const [id, group] of this.groups) {
      if (group.members.size === 0 && group.pendingIds.size === 0) this.groups.delete(id);
    }
  }

  close(): void {
    for (const group of this.groups.values()) group.close();
  }
}

/** Starts a rebalance if the member is the leader or its subscription changed; otherwise answers with the current assignment. */
async function rejoin(
  group: Group,
  member: Member,
  request: JoinRequest,
  force = false,
): Promise<JoinAnswer | undefined> {
  const changed = force || !member.hasSameProtocols(request.protocols);
  member.protocols = copied(request.protocols);
  member.rebalanceTimeoutMs = request.rebalanceTimeoutMs;
  member.heard();
  const { state } = group;
  if (!changed && (state === 'CompletingRebalance' || (state === 'Stable' && member.id !== group.leaderId))) {
    return group.joinAnswer(member);
  }
  const answer = member.holdJoin(request.signal);
  if (state === 'PreparingRebalance') group.completeJoinIfReady();
  else group.prepareRebalance();
  return answer;
}
