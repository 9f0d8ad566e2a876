import { userInfo } from 'node:os';
import { AuditCall } from './audit-call.ts';

/** Creates the audit call of an operator's command. The command's name becomes the action, and its arguments become the reason. */
export function commandCall(service: string, [name = '', ...args]: readonly string[]): AuditCall {
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
  return call;
}
