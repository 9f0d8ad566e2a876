import { Inject, Injectable } from '@nestjs/common';
import { AUDIT_TOPIC, AuditEntry, chainOf } from '@portico/contracts/events/audit';
import { DomainEvent } from '@portico/contracts/events/domain-event';
import { type EachBatchPayload, KAFKA, type Kafka, type KafkaMessage } from '@portico/kafka';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { Schema } from '../table/clickhouse.module.ts';
import { StoringConsumer } from '../table/storing-consumer.ts';
import { untilItWorks } from '../table/clickhouse/retry.ts';
import { Directory } from '../directory/directory.ts';
import { People } from '../directory/people.ts';
import { Quarantine } from '../quarantine/quarantine.ts';
import { HeadRow, headsStatement, IdRow, knownStatement } from './audit.query.ts';
import { type ChainRow, link, type Received } from './chain.ts';

const BATCH_SIZE = 500;

/**
 * Stores the audit log. One process at a time reads the entries of one chain, in order. If another process takes over too early, both
 * processes write the same rows: each process recognizes stored entries by id, and rows depend only on the records. The exception is
 * `kept_days`, which also depends on the organization's setting at the beginning of the day.
 */
@Injectable()
export class AuditConsumer extends StoringConsumer {
  constructor(
    @Inject(KAFKA) kafka: Kafka,
    quarantine: Quarantine,
    schema: Schema,
    private readonly directory: Directory,
    private readonly people: People,
    private readonly clickhouse: ClickHouse,
  ) {
    super(kafka, quarantine, {
      topic: AUDIT_TOPIC,
      groupId: 'events.audit',
      records: 'audit entries',
      ready: () => schema.migrated,
    });
  }

  protected async keep({ batch: { messages }, heartbeat }: EachBatchPayload): Promise<void> {
    const received = messages.flatMap((message) => this.read(message));
    for (let at = 0; at < received.length; at += BATCH_SIZE) {
      const batch = received.slice(at, at + BATCH_SIZE);
      await untilItWorks('storing audit entries', () => this.store(batch), this.ending.signal);
      await heartbeat();
    }
  }

  private async store(received: readonly Received[]): Promise<void> {
    const chains = [...new Set(received.map(({ entry }) => chainOf(entry)))];
    const ids = received.map(({ entry }) => entry.id);
    const [heads, stored] = await Promise.all([
      this.clickhouse.rowsForSure(HeadRow, headsStatement(chains)),
      this.clickhouse.rowsForSure(IdRow, knownStatement(chains, ids)),
    ]);
    const known = new Set(stored.map(({ id }) => id));
    const fresh = received.filter(({ entry: { id } }) => !known.has(id) && known.add(id));
    // Inserts the days in order. ClickHouse stores either all rows of a day or none, so the predecessors of a stored row are stored too.
    const days = [
      ...Map.groupBy(
        link(heads, fresh, (chain) => this.directory.organizations.auditDaysOf(chain)),
        ({ day }) => day,
      ),
    ].toSorted(([a], [b]) => (a < b ? -1 : 1));
    for (const [, rows] of days)
      await this.clickhouse.insert(
        'audit',
        rows.map((row) => this.named(row)),
      );
  }

  /** Adds the actor's e-mail, which comes from `people`, because entries do not contain the e-mail of a user; empty for a deleted user. */
  private named(row: ChainRow): object {
    const { actor } = AuditEntry.parse(JSON.parse(row.entry));
    const email = actor.kind === 'user' ? this.people.emailOf(actor.id ?? 0) : actor.email;
    return { ...row, actor_email: email ?? '' };
  }

  private read({ value, offset, timestamp }: KafkaMessage): Received[] {
    try {
      const event = DomainEvent.parse(JSON.parse(value?.toString() ?? ''));
      return [{ entry: AuditEntry.parse(event.data), at: Number(timestamp) }];
    } catch (error) {
      this.logger.error({ offset, error: String(error) }, 'audit entry is unreadable, skipped');
      return [];
    }
  }
}
