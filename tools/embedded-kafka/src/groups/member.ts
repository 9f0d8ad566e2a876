import type { ErrorCode } from '../protocol/error-code.ts';

export interface MemberProtocol {
  readonly name: string;
  readonly metadata: Buffer;
}

export interface JoinAnswer {
  readonly errorCode: ErrorCode;
  readonly generationId: number;
  readonly protocolType: string | null;
  readonly protocolName: string | null;
  readonly leader: string;
  readonly memberId: string;
  readonly members: readonly { memberId: string; groupInstanceId: string | null; metadata: Buffer }[];
}

export interface SyncAnswer {
  readonly errorCode: ErrorCode;
  readonly assignment: Buffer;
}

interface MemberOptions {
  readonly id: string;
  readonly instanceId: string | null;
  readonly clientId: string;
  readonly clientHost: string;
  readonly sessionTimeoutMs: number;
  readonly rebalanceTimeoutMs: number;
  readonly protocols: readonly MemberProtocol[];
}

export const NO_BYTES = Buffer.alloc(0);

/**
 * One member of a group. It has at most one open request: a join until the other members have joined, or a sync until the leader has sent
 * the assignment. The session ends after the session timeout without a request, unless a request is open.
 */
export class Member {
  readonly options: MemberOptions;
  protocols: readonly MemberProtocol[];
  rebalanceTimeoutMs: number;
  assignment: Buffer = NO_BYTES;
  private join: ((answer: JoinAnswer) => void) | undefined;
  private sync: ((answer: SyncAnswer) => void) | undefined;
  private readonly session: NodeJS.Timeout;

  constructor(options: MemberOptions, onSilent: () => void) {
    this.options = options;
    this.protocols = options.protocols;
    this.rebalanceTimeoutMs = options.rebalanceTimeoutMs;
    this.session = setTimeout(() => {
      if (this.hasJoined || this.sync !== undefined) this.session.refresh();
      else onSilent();
    }, options.sessionTimeoutMs).unref();
  }

  get id(): string {
    return this.options.id;
  }

  /** Whether a join is open, so that the member is part of the next generation. */
  get hasJoined(): boolean {
    return this.join !== undefined;
  }

  supports(protocol: string): boolean {
    return this.protocols.some((candidate) => candidate.name === protocol);
  }

  metadataFor(protocol: string): Buffer {
    return this.protocols.find((candidate) => candidate.name === protocol)?.metadata ?? NO_BYTES;
  }

  hasSameProtocols(protocols: readonly MemberProtocol[]): boolean {
    if (protocols.length !== this.protocols.length) return false;
    return protocols.every((protocol, index) => {
      const own = this.protocols[index];
      return own !== undefined && own.name === protocol.name && own.metadata.equals(protocol.metadata);
    });
  }

  heard(): void {
    this.session.refresh();
  }

  /** Holds a join open. If the client disconnects, the member stays until its session timeout. */
  holdJoin(signal: AbortSignal): Promise<JoinAnswer | undefined> {
    return this.hold(signal, (resolve) => (this.join = resolve));
  }

  holdSync(signal: AbortSignal): Promise<SyncAnswer | undefined> {
    return this.hold(signal, (resolve) => (this.sync = resolve));
  }

  private hold<T>(signal: AbortSignal, keep: (resolve: (answer: T) => void) => void): Promise<T | undefined> {
    return new Promise((resolve) => {
      const gone = (): void => {
        if (this.join === answer) this.join = undefined;
        if (this.sync === answer) this.sync = undefined;
        resolve(undefined);
      };
      const answer = (value: unknown): void => {
        signal.removeEventListener('abort', gone);
        resolve(value as T);
      };
      keep(answer);
      if (signal.aborted) gone();
      else signal.addEventListener('abort', gone, { once: true });
    });
  }

  answerJoin(answer: JoinAnswer): void {
    const { join } = this;
    this.join = undefined;
    this.session.refresh();
    join?.(answer);
  }

  answerSync(answer: SyncAnswer): void {
    const { sync } = this;
    this.sync = undefined;
    this.session.refresh();
    sync?.(answer);
  }

  end(errorCode: ErrorCode): void {
    this.answerJoin(refusedJoin(errorCode, this.id));
    this.answerSync({ errorCode, assignment: NO_BYTES });
    clearTimeout(this.session);
  }
}

export function refusedJoin(errorCode: ErrorCode, memberId: string): JoinAnswer {
  const none = { generationId: -1, protocolType: null, protocolName: null, leader: '', members: [] };
  return { ...none, errorCode, memberId };
}
