import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditEntry } from '@portico/contracts/events/audit';
import { uuidv7 } from 'uuidv7';

/** Maximum characters of a target in an entry; longer targets are cut. */
const MAX_TARGET = 200;

export type AuditActor = AuditEntry['actor'];
/**
 * Details that a handler adds to the audit entry of its call. `rowsOf`: number of rows read, by organization. `id`: entries with the
 * same id count as one entry.
 */
type AuditDetails = {
  id?: string;
  actor?: AuditActor;
  targets?: readonly string[];
  organizations?: Iterable<number>;
  reason?: string;
  rowsOf?: ReadonlyMap<number, number>;
  rows?: number;
  question?: AuditEntry['question'];
};
type About = Pick<AuditEntry, 'action' | 'actor' | 'channel' | 'service' | 'requestId' | 'address'> & {
  isWrite: boolean;
};

/**
 * A call or command with an entry in the audit log. The entry keeps its id, so that the log stores an entry that is written twice only
 * once.
 */
export class AuditCall {
  isRecorded = false;
  /** Set after the response. Background work that continues does not belong to the call. */
  isOver = false;
  private id: string = uuidv7();
  private readonly targets = new Set<string>();
  private readonly organizations = new Set<number>();
  private readonly shares = new Map<number, number>();
  private details: Pick<AuditDetails, 'reason' | 'rows' | 'question'> = {};
  private actor: AuditActor;

  constructor(private readonly about: About) {
    this.actor = about.actor;
  }

  get isWrite(): boolean {
    return this.about.isWrite;
  }

  get noun(): string {
    return this.about.action.split('.')[0] ?? '';
  }

  get isOfKnown(): boolean {
    return this.actor.kind !== 'anonymous';
  }

  get callerId(): number | null {
    return this.actor.id;
  }

  add({ id, actor, targets = [], organizations = [], rowsOf, ...details }: AuditDetails): void {
    if (id !== undefined) this.id = id;
    if (actor) this.actor = actor;
    for (const target of targets) this.addTarget(target);
    for (const organization of organizations) this.organizations.add(organization);
    for (const [organization, rows] of rowsOf ?? [])
      this.shares.set(organization, (this.shares.get(organization) ?? 0) + rows);
    this.details = { ...this.details, ...details };
  }

  /** Prevents a separate entry, because the handler records this call as part of another entry. */
  leaveToHandler(): void {
    this.isRecorded = true;
  }

  hasTarget(noun: string, id: unknown): boolean {
    return (typeof id === 'number' || typeof id === 'string') && this.targets.has(`${noun}:${id}`);
  }

  /** Whether the path or the handler named a target of this kind. */
  isAbout(noun: string): boolean {
    return [...this.targets].some((target) => target.startsWith(`${noun}:`));
  }

  entry(): AuditEntry {
    const { isWrite: _, ...about } = this.about;
    const organizations = [...new Set([...this.organizations, ...this.shares.keys()])].toSorted((a, b) => a - b);
    const rows = [...this.shares.values()].reduce((sum, share) => sum + share, 0);
    return {
      id: this.id,
      time: new Date().toISOString(),
      ...about,
      // The events service stores a user's e-mail beside the entry, so that the e-mail can be erased.
      actor: this.actor.kind === 'user' ? { ...this.actor, email: null } : this.actor,
      organizations,
      shares: this.shares.size === 0 ? [] : organizations.map((organization) => this.shares.get(organization) ?? 0),
      targets: [...this.targets],
      outcome: 'done',
      reason: this.details.reason ?? null,
      rows: this.details.rows ?? (this.shares.size === 0 ? null : rows),
      question: this.details.question ?? null,
    };
  }

  /** Returns the entry of a rejected call, without organizations, so that strangers cannot write into an organization's log. */
  refusal(reason: string): AuditEntry {
    return { ...this.entry(), id: uuidv7(), organizations: [], shares: [], outcome: 'refused', reason };
  }

  private addTarget(target: string): void {
    this.targets.add(target.slice(0, MAX_TARGET));
    const [noun, id] = target.split(':');
    if (noun === 'organization' && /^[1-9]\d{0,9}$/.test(id ?? '')) this.organizations.add(Number(id));
  }
}

const calls = new AsyncLocalStorage<AuditCall>();

/** Returns the call in which the current code runs; undefined in background work. */
export const currentCall = (): AuditCall | undefined => calls.getStore();

export const inCall = <Result>(call: AuditCall, work: () => Result): Result => calls.run(call, work);

export const audited = (details: AuditDetails): void => currentCall()?.add(details);
