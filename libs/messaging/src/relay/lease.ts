import { randomUUID } from 'node:crypto';
import { Unavailable } from '@portico/service';
import type { Client } from 'pg';
import type { ProducerIdentity } from './fenced-producer.ts';

/** Seconds, by the database's clock, after which another relay may take over an unrenewed lease. */
const DURATION = 5;
/** Milliseconds after which `keep` renews the lease. */
const RENEW_AFTER = 1_500;
/** Highest producer epoch: Kafka stores epochs as signed 16-bit numbers. */
const LAST_EPOCH = 32_767;

const EXPIRES = `clock_timestamp() + interval '${DURATION} seconds'`;
/** Stands for the previous holder when a relay takes the lease for the first time. No row has this value. */
const NO_HOLDER = '00000000-0000-0000-0000-000000000000';

/**
 * The right to publish the outbox, stored as a row of the service's database. Every statement contains the holder's id instead of
 * relying on a session, so any connection of a pooler can run it.
 */
export class Lease {
  private readonly client: Client;
  private readonly holder: string;
  private renewedAt = performance.now();

  private constructor(client: Client, holder: string) {
    this.client = client;
    this.holder = holder;
  }

  /**
   * Takes the lease. Returns null while another relay holds it.
   * @param before - this relay's previous lease. The table may still contain it.
   */
  static async take(client: Client, before: Lease | null): Promise<Lease | null> {
    const lease = new Lease(client, randomUUID());
    const { rowCount } = await client.query(
      `update relay_lease set holder = $1, expires_at = ${EXPIRES}
       where holder is null or holder = $2 or expires_at < clock_timestamp()`,
      [lease.holder, before?.holder ?? NO_HOLDER],
    );
    return rowCount === 1 ? lease : null;
  }

  /**
   * Returns the producer identity of this tenure, with a higher epoch than all previous tenures. A partition to which this producer has
   * written rejects late writes of earlier producers.
   * @throws if another relay has taken the lease.
   */
  async claimProducer(assign: () => Promise<string>): Promise<ProducerIdentity> {
    const { rows } = await this.client.query<{ producer_id: string; producer_epoch: number }>(
      `update relay_lease set producer_epoch = producer_epoch + 1
       where holder = $1 and producer_id is not null and producer_epoch < ${LAST_EPOCH}
       returning producer_id, producer_epoch`,
      [this.holder],
    );
    if (rows[0]) return { producerId: rows[0].producer_id, producerEpoch: rows[0].producer_epoch };
    const producerId = await assign();
    const { rowCount } = await this.client.query(
      'update relay_lease set producer_id = $2, producer_epoch = 0 where holder = $1',
      [this.holder, producerId],
    );
    if (rowCount !== 1) throw new Unavailable('another process has taken the lease');
    return { producerId, producerEpoch: 0 };
  }

  /**
   * Renews the lease if the last renewal is older than {@link RENEW_AFTER}.
   * @returns false if another relay has taken the lease.
   */
  async keep(): Promise<boolean> {
    if (performance.now() - this.renewedAt < RENEW_AFTER) return true;
    this.renewedAt = performance.now();
    const { rowCount } = await this.client.query(`update relay_lease set expires_at = ${EXPIRES} where holder = $1`, [
      this.holder,
    ]);
    return rowCount === 1;
  }

  /** Lets another relay take over at once. */
  async release(): Promise<void> {
    await this.client.query('update relay_lease set holder = null, expires_at = null where holder = $1', [this.holder]);
  }
}
