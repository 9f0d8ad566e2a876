import { ErrorCode } from '../protocol/error-code.ts';
import { NO_BYTES, type JoinAnswer, type Member, type MemberProtocol } from './member.ts';
import { MalformedRequest, Reader } from '../protocol/reader.ts';
import { struct } from '../protocol/struct.ts';
import { array, int16, string } from '../protocol/types.ts';

/** The beginning of a consumer's metadata, which is the same in every version. */
const subscription = struct({ version: int16, topics: array(string) });

type GroupState = 'Empty' | 'PreparingRebalance' | 'CompletingRebalance' | 'Stable';

/**
 * Membership of one consumer group, in memory only: after a restart, members get UNKNOWN_MEMBER_ID and join again. A rebalance waits
 * until every member has joined, or the longest rebalance timeout has passed. It then waits for the leader's assignment.
 */
export class Group {
  readonly id: string;
  state: GroupState = 'Empty';
  generationId = 0;
  protocolType = '';
  protocolName: string | null = null;
  leaderId: string | null = null;
  readonly members = new Map<string, Member>();
  /** Ids that the broker issued with MEMBER_ID_REQUIRED and with which no member has joined yet. */
  readonly pendingIds = new Map<string, NodeJS.Timeout>();
  private deadline: NodeJS.Timeout | undefined;
  private readonly initialDelayMs: number;

  constructor(id: string, initialDelayMs: number) {
    this.id = id;
    this.initialDelayMs = initialDelayMs;
  }

  byInstance(instanceId: string | null): Member | undefined {
    if (instanceId === null) return undefined;
    return [...this.members.values()].find((member) => member.options.instanceId === instanceId);
  }

  /** Whether a member with these protocols can join: at least one protocol must be supported by all members. */
  accepts(protocolType: string, protocols: readonly MemberProtocol[], except?: Member): boolean {
    if (protocolType === '' || protocols.length === 0) return false;
    const otherMembers = [...this.members.values()].filter((member) => member !== except);
    if (otherMembers.length === 0) return true;
    if (protocolType !== this.protocolType) return false;
    return protocols.some((protocol) => otherMembers.every((member) => member.supports(protocol.name)));
  }

  /** Topics to which the members subscribe. Undefined if the members are not consumers or their metadata is unreadable. */
  subscriptions(): ReadonlySet<string> | undefined {
    if (this.protocolType !== 'consumer') return undefined;
    try {
      return new Set(
        [...this.members.values()].flatMap((member) =>
          member.protocols.flatMap(({ metadata }) => subscription.read(new Reader(metadata)).topics),
        ),
      );
    } catch (error) {
      if (error instanceof MalformedRequest) return undefined;
      throw error;
    }
  }

  expectId(memberId: string, timeoutMs: number): void {
    const expire = (): void => {
      this.pendingIds.delete(memberId);
      this.completeJoinIfReady();
    };
    this.pendingIds.set(memberId, setTimeout(expire, timeoutMs).unref());
  }

  forgetPendingId(memberId: string): boolean {
    clearTimeout(this.pendingIds.get(memberId));
    return this.pendingIds.delete(memberId);
  }

  add(member: Member, protocolType: string): void {
    this.protocolType = protocolType;
    this.forgetPendingId(member.id);
    this.members.set(member.id, member);
    this.leaderId ??= member.id;
  }

  /** Replaces a static member without a rebalance, after its process has restarted. */
  replace(old: Member, member: Member): void {
    member.assignment = old.assignment;
    this.members.delete(old.id);
    this.members.set(member.id, member);
    if (this.leaderId === old.id) this.leaderId = member.id;
    old.end(ErrorCode.FENCED_INSTANCE_ID);
  }

  /** Removes a member; the other members rebalance. */
  remove(member: Member, errorCode: ErrorCode = ErrorCode.UNKNOWN_MEMBER_ID): void {
    if (this.members.get(member.id) !== member) return;
    this.members.delete(member.id);
    member.end(errorCode);
    if (this.leaderId === member.id) this.leaderId = this.members.keys().next().value ?? null;
    if (this.state === 'PreparingRebalance') this.completeJoinIfReady();
    else this.prepareRebalance();
  }

  /** Requests every member to join again, after a change of members or subscriptions. */
  prepareRebalance(): void {
    if (this.state === 'PreparingRebalance') return;
    const delayMs = this.state === 'Empty' ? this.initialDelayMs : 0;
    if (this.state === 'CompletingRebalance') {
      const errorCode = ErrorCode.REBALANCE_IN_PROGRESS;
      for (const member of this.members.values()) member.answerSync({ errorCode, assignment: NO_BYTES });
    }
    this.state = 'PreparingRebalance';
    clearTimeout(this.deadline);
    if (delayMs > 0) {
      this.deadline = setTimeout(() => this.completeJoin(), delayMs).unref();
      return;
    }
    const timeouts = [...this.members.values()].map((member) => member.rebalanceTimeoutMs);
    this.deadline = setTimeout(() => this.completeJoin(), Math.max(0, ...timeouts)).unref();
    this.completeJoinIfReady();
  }

  /** Ends the join phase when all members have joined, but not before the initial delay of the first generation. */
  completeJoinIfReady(): void {
    if (this.state !== 'PreparingRebalance' || this.pendingIds.size > 0) return;
    if (this.generationId === 0 && this.initialDelayMs > 0) return;
    if ([...this.members.values()].every((member) => member.hasJoined)) this.completeJoin();
  }

  /** Begins the next generation with the members that have joined. Static members that have not joined stay until their session ends. */
  private completeJoin(): void {
    clearTimeout(this.deadline);
    for (const member of this.members.values()) {
      if (member.hasJoined || member.options.instanceId !== null) continue;
      this.members.delete(member.id);
      member.end(ErrorCode.UNKNOWN_MEMBER_ID);
    }
    this.generationId++;
    const joined = [...this.members.values()].filter((member) => member.hasJoined);
    const [first] = joined;
    if (this.members.size === 0 || first === undefined) return this.becomeEmpty();
    if (!joined.some((member) => member.id === this.leaderId)) this.leaderId = first.id;
    this.protocolName = this.electProtocol(first);
    this.state = 'CompletingRebalance';
    for (const member of joined) member.answerJoin(this.joinAnswer(member));
  }

  /** Removes the remaining members, which are static members that have not joined. */
  private becomeEmpty(): void {
    for (const member of this.members.values()) member.end(ErrorCode.UNKNOWN_MEMBER_ID);
    this.members.clear();
    this.state = 'Empty';
    this.protocolName = null;
    this.leaderId = null;
  }

  /** Each member votes for the first protocol in its list that all members support. The protocol with the most votes wins. */
  private electProtocol(first: Member): string | null {
    const all = [...this.members.values()];
    const common = first.protocols.map(({ name }) => name).filter((name) => all.every((m) => m.supports(name)));
    const votes = new Map(common.map((name) => [name, 0]));
    for (const member of all) {
      const vote = member.protocols.find(({ name }) => votes.has(name))?.name;
      if (vote !== undefined) votes.set(vote, (votes.get(vote) ?? 0) + 1);
    }
    return common.toSorted((a, b) => (votes.get(b) ?? 0) - (votes.get(a) ?? 0))[0] ?? null;
  }

  /** The response to a join in the current generation. Only the leader gets the member list. */
  joinAnswer(member: Member): JoinAnswer {
    const protocol = this.protocolName ?? '';
    const all = member.id === this.leaderId ? [...this.members.values()] : [];
    return {
      errorCode: ErrorCode.NONE,
      generationId: this.generationId,
      protocolType: this.protocolType,
      protocolName: this.protocolName,
      leader: this.leaderId ?? '',
      memberId: member.id,
      members: all.map((other) => ({
        memberId: other.id,
        groupInstanceId: other.options.instanceId,
        metadata: other.metadataFor(protocol),
      })),
    };
  }

  assign(assignments: ReadonlyMap<string, Buffer>): void {
    this.state = 'Stable';
    for (const member of this.members.values()) {
      // Copies the bytes, because a slice would keep the leader's whole request in memory.
      member.assignment = Buffer.from(assignments.get(member.id) ?? NO_BYTES);
      member.answerSync({ errorCode: ErrorCode.NONE, assignment: member.assignment });
    }
  }

  close(): void {
    clearTimeout(this.deadline);
    for (const timer of this.pendingIds.values()) clearTimeout(timer);
    for (const member of this.members.values()) member.end(ErrorCode.UNKNOWN_MEMBER_ID);
  }
}
