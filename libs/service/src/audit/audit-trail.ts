import { Logger } from '@nestjs/common';
import type { AuditEntry } from '@portico/contracts/events/audit';
import type { Endpoint } from '@portico/contracts/http/endpoint';
import type { Usertype } from '@portico/contracts/common/roles';
import type { Request } from 'express';
import { networkOf } from './address.ts';
import { type AuditActor, AuditCall, currentCall } from './audit-call.ts';

/** Set by the gateway. */
export const CLIENT_ADDRESS = 'x-client-address';
const ANONYMOUS: AuditActor = { kind: 'anonymous', id: null, email: null, role: null };
/** Statuses of the rejections that are recorded. Only rejections of known callers are recorded. */
const REFUSALS: ReadonlySet<number> = new Set([403, 404, 409]);
/** Maximum rejections of one caller that a process records per hour; further rejections are not recorded. */
export const MAX_REFUSALS = 100;
/** Maximum callers whose rejections are counted. At the maximum, all counts restart. */
export const MAX_CALLERS = 10_000;
const HOUR = 60 * 60 * 1_000;

type AuditedRequest = Request & {
  caller?: { id: number; email: string; usertype: Usertype; actor?: number };
  isOfService?: boolean;
};
type Write = (entry: AuditEntry) => Promise<void>;

const calls = new WeakMap<object, AuditCall>();
export const callOf = (request: object): AuditCall | undefined => calls.get(request);

const textOf = (source: unknown, field: string): string | null => {
  const value: unknown = typeof source === 'object' && source !== null ? Reflect.get(source, field) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
};

const headerOf = ({ headers }: AuditedRequest, name: string): string | undefined => [headers[name]].flat()[0];

/** Creates the audit entries of a service's calls. The service passes the function that writes entries to its outbox or to Kafka. */
export class AuditTrail {
  private readonly logger = new Logger(AuditTrail.name);
  private write: Write | null = null;
  /** Rejections in the current hour, by caller. */
  private readonly refusals = new Map<number, number>();
  private hourSince = 0;

  constructor(private readonly service: string) {}

  /** @param write - resolves when the entry is durable. */
  keepBy(write: Write): void {
    this.write = write;
  }

  /**
   * Begins the audit call of a request. Returns null for requests without an entry. For example, a read by another service has no entry,
   * because the request that the other service handles has one.
   */
  begin(request: AuditedRequest, { audit, method, path }: Endpoint): AuditCall | null {
    const isWrite = method !== 'GET';
    if ('none' in audit || (request.isOfService && !isWrite)) return null;
    const call = new AuditCall({
      action: audit.action,
      isWrite,
      actor: actorOf(request),
      channel: (headerOf(request, 'sec-fetch-site') ?? headerOf(request, 'origin')) ? 'console' : 'API',
      service: this.service,
      requestId: typeof request.id === 'string' ? request.id : null,
      address: networkOf(headerOf(request, CLIENT_ADDRESS) ?? request.socket.remoteAddress),
    });
    const targets = audit.targets ?? (path.includes('{id}') ? { [call.noun]: 'id' } : {});
    for (const [noun, field] of Object.entries(targets)) {
      const id = textOf(request.params, field) ?? textOf(request.body, field) ?? textOf(request.query, field);
      if (id !== null) call.add({ targets: [`${noun}:${id}`] });
    }
    calls.set(request, call);
    return call;
  }

  /**
   * Writes the entry of a call, unless the transaction of the call's change has already written the entry.
   * @throws if the entry cannot be written.
   */
  async record(call: AuditCall): Promise<void> {
    if (call.isRecorded) return;
    await this.keep(call.entry());
    call.isRecorded = true;
  }

  /** Writes the entry of the current call before the call's change. For a change that cannot be in one transaction with the entry. */
  async beforeChange(): Promise<void> {
    const call = currentCall();
    if (call) await this.record(call);
  }

  async keep(entry: AuditEntry): Promise<void> {
    if (!this.write) throw new Error(`the service ${this.service} keeps no audit entries`);
    await this.write(entry);
  }

  /** Records that a known caller's change was rejected, up to {@link MAX_REFUSALS} times per hour. Does not delay the response. */
  refused(call: AuditCall, { status, code }: { status: number; code: string }): void {
    if (!call.isWrite || !call.isOfKnown || !REFUSALS.has(status)) return;
    const id = call.callerId ?? 0;
    const now = Date.now();
    if (now - this.hourSince >= HOUR || this.refusals.size >= MAX_CALLERS) {
      this.refusals.clear();
      this.hourSince = now;
    }
    const count = (this.refusals.get(id) ?? 0) + 1;
    this.refusals.set(id, count);
    if (count > MAX_REFUSALS) return;
    const reason = count === MAX_REFUSALS ? `${code}; later refusals in this hour are not recorded` : code;
    void this.keep(call.refusal(reason)).catch((error: unknown) => {
      this.logger.error({ error: String(error) }, 'writing the audit entry of a rejected call failed');
    });
  }
}

function actorOf({ caller, isOfService }: AuditedRequest): AuditActor {
  if (!caller) return ANONYMOUS;
  const { id, email, usertype, actor } = caller;
  // `actor` is an administrator who views as a customer. `email` is the virtual user's address, which names the organization.
  if (actor !== undefined) return { kind: 'user', id: actor, email, role: 'VIEW' };
  if (id === 0 && isOfService) return { kind: 'service', id: null, email: null, role: null };
  return { kind: 'user', id, email, role: usertype };
}
