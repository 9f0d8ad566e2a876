import type { MemberProtocol } from './member.ts';

export interface JoinRequest {
  readonly groupId: string;
  readonly memberId: string;
  readonly groupInstanceId: string | null;
  readonly protocolType: string;
  readonly protocols: readonly MemberProtocol[];
  readonly sessionTimeoutMs: number;
  readonly rebalanceTimeoutMs: number;
  readonly clientId: string;
  readonly clientHost: string;
  /** False before version 4, which introduced MEMBER_ID_REQUIRED. */
  readonly requireKnownId: boolean;
  readonly signal: AbortSignal;
}

/** Who speaks for a member: its id, its generation, and its instance id if it is static. */
export interface MemberIdentity {
  readonly groupId: string;
  readonly memberId: string;
  readonly generationId: number;
  readonly groupInstanceId: string | null;
}
