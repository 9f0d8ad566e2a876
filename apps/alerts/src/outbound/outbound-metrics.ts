import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Counter, type Reading, readGauge } from '@portico/service';

/** Results of messages that this process sent. */
export const settledDeliveries = new Counter({
  name: 'portico_deliveries_total',
  help: 'Attempts to send a message through a channel, by what the message is now; pending: it is tried again',
  labelNames: ['state'],
});

/** Waiting messages, for Prometheus. Every process reports the same number, because all read one table. */
@Injectable()
export class OutboundMetrics {
  constructor(em: EntityManager) {
    const read = async (): Promise<Reading[]> => {
      const [row] = await em.fork().execute<{ late: number | null }[]>(
        `select extract(epoch from clock_timestamp() - min(next_at))::float8 as late from deliveries
         where state in ('pending', 'sending') and next_at <= now()`,
      );
      return [{ value: row?.late ?? 0 }];
    };
    readGauge('portico_deliveries_late_seconds', 'How long the message that is due longest has waited since', [], read);
  }
}
