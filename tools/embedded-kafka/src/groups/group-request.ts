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
  /** Whether a new member must join with an id from the broker. False before version 4, which introduced MEMBER_ID_REQUIRED. */
  readonly requireKnownId: boolean;
  readonly signal: AbortSignal;
}

/** Identifies the member that sends a request: its id, its generation, and its instance id if it is static. */
export interface MemberIdentity {
  readonly groupId: string;
  readonly memberId: string;
  readonly generationId: number;
  readonly groupInstanceId: string | null;
}
