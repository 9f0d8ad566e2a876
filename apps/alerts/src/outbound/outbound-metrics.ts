import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Counter, type Reading, readGauge } from '@portico/service';

export const settledDeliveries = new Counter({
  name: 'portico_deliveries_total',
  help: 'Attempts to send a message through a channel, by what the message is now; pending: it is tried again',
  labelNames: ['state'],
});

/** Reports to Prometheus how late the most delayed message is. All processes read one table and report the same number. */
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
