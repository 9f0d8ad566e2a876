import { userInfo } from 'node:os';
import type { MikroORM } from '@mikro-orm/postgresql';
import { AuditCall, AuditTrail, inCall } from '@portico/service';
import { AuditSubscriber } from './audit-subscriber.ts';

/** Runs an operator's command. Its first change adds an entry to the audit log; without a change there is none. */
export function asCommand<Result>(
  orm: MikroORM,
  service: string,
  [name = '', ...args]: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  void new AuditSubscriber(orm.em, new AuditTrail(service));
  const call = new AuditCall({
    action: `command.${name}`,
    isWrite: true,
    actor: { kind: 'command', id: null, email: userInfo().username, role: null },
    channel: 'command',
    service,
    requestId: null,
    address: null,
  });
  call.add({ reason: args.join(' ').slice(0, 1_000) });
  return inCall(call, work);
}
