import type { MikroORM } from '@mikro-orm/postgresql';
import { AuditTrail, commandCall, inCall } from '@portico/service';
import { AuditSubscriber } from './audit-subscriber.ts';

/** Runs an operator's command. The command's first change adds an entry to the audit log; a command without changes adds no entry. */
export function asCommand<Result>(
  orm: MikroORM,
  service: string,
  words: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  void new AuditSubscriber(orm.em, new AuditTrail(service));
  return inCall(commandCall(service, words), work);
}
