import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditEntry } from '@portico/contracts/events/audit';
import { uuidv7 } from 'uuidv7';

/** Longest id of a target that is kept. */
const MAX_TARGET = 200;

export type AuditActor = AuditEntry['actor'];
/** What a handler adds to the entry of its call. `rowsOf`: rows that were read, by organization. `id`: entries of one id are one. */
export type AuditDetails = {
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

/** A call, or a command, whose entry the audit log gets. Its id is fixed, so that an entry written twice is one. */
export class AuditCall {
  isRecorded = false;
  /** Nothing that runs on after the answer belongs to the call. */
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

  /** The entry is part of another, which the handler keeps. */
  leaveToHandler(): void {
    this.isRecorded = true;
  }

  hasTarget(noun: string, id: unknown): boolean {
    return (typeof id === 'number' || typeof id === 'string') && this.targets.has(`${noun}:${id}`);
  }

  /** Whether the path or the handler named what the call is about. */
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
      // The e-mail of a user is looked up where the log is kept, so that it can be erased.
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

  /** Of a call that was refused: it concerns no organization, so that no stranger writes into the log of one. */
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

/** The call that this code works for; undefined in background work. */
export const currentCall = (): AuditCall | undefined => calls.getStore();

/** Runs work whose changes belong to a call. */
export const inCall = <Result>(call: AuditCall, work: () => Result): Result => calls.run(call, work);

/** Adds to the entry of the current call what its path does not say. */
export const audited = (details: AuditDetails): void => currentCall()?.add(details);
