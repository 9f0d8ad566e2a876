import type { EventArgs, EventSubscriber, TransactionEventArgs } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AUDIT_TOPIC, type AuditEntry, auditMessage } from '@portico/contracts/events/audit';
import { type AuditCall, AuditTrail, currentCall } from '@portico/service';

const INSERT = 'insert into outbox (topic, key, value) select ?, ?, ?';
/** Inserts the entry only in a transaction that has written data. PostgreSQL assigns no transaction id to a read-only transaction. */
const WHERE_WRITTEN = ' where pg_current_xact_id_if_assigned() is not null returning id';

const valuesOf = (entry: AuditEntry): string[] => {
  const { key, value } = auditMessage(entry);
  return [AUDIT_TOPIC, key, value];
};

function organizationOf(entity: object): number | null {
  const id: unknown = Reflect.get(entity, entity.constructor.name === 'Organization' ? 'id' : 'organizationId');
  return typeof id === 'number' ? id : null;
}

const nounOf = (entity: object): string =>
  entity.constructor.name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();

/**
 * Adds the audit entry of the current call to the outbox, in the transaction of the call's first change, so that no change exists
 * without an entry. The entry contains the organizations of the rows that the entity manager writes, and the id of a new row.
 */
@Injectable()
export class AuditSubscriber implements EventSubscriber {
  private readonly written = new WeakMap<object, AuditCall>();

  constructor(em: EntityManager, trail: AuditTrail) {
    em.getEventManager().registerSubscriber(this);
    trail.keepBy(async (entry) => {
      await em.fork().execute(INSERT, valuesOf(entry));
    });
  }

  afterCreate({ entity }: EventArgs<object>): void {
    const call = currentCall();
    if (!call || call.isOver) return;
    const noun = nounOf(entity);
    if (noun === call.noun && !call.isAbout(noun))
      call.add({ targets: [`${noun}:${String(Reflect.get(entity, 'id'))}`] });
    this.note(entity);
  }

  afterUpdate({ entity }: EventArgs<object>): void {
    this.note(entity);
  }

  afterDelete({ entity }: EventArgs<object>): void {
    this.note(entity);
  }

  async beforeTransactionCommit({ em, transaction }: TransactionEventArgs): Promise<void> {
    const call = currentCall();
    // Skip savepoints, because they commit with their transaction.
    if (!call?.isWrite || call.isRecorded || call.isOver || !transaction || 'savepointName' in transaction) return;
    for (const entity of em.getUnitOfWork().getIdentityMap())
      if (call.hasTarget(nounOf(entity), Reflect.get(entity, 'id'))) this.note(entity);
    const rows = await em
      .getConnection('write')
      .execute<object[]>(`${INSERT}${WHERE_WRITTEN}`, valuesOf(call.entry()), 'all', transaction);
    if (rows.length > 0) this.written.set(transaction, call);
  }

  afterTransactionCommit({ transaction }: TransactionEventArgs): void {
    const call = transaction && this.written.get(transaction);
    if (call) call.isRecorded = true;
  }

  private note(entity: object): void {
    const id = organizationOf(entity);
    const call = currentCall();
    if (call && !call.isOver && id !== null) call.add({ organizations: [id] });
  }
}
