import { Injectable } from '@nestjs/common';
import type { RejectionCode } from '@portico/contracts/events/integration-event';
import { Counter, Gauge, readGauge } from '@portico/service';
import { HistoryLag } from '../logs/history-lag.ts';

/** Metrics of the ingest. Counts start at 0 with the process; a repeated rejection counts again. */
@Injectable()
export class IngestMetrics {
  private readonly events = new Counter({
    name: 'portico_ingest_events_total',
    help: 'Published events that were settled, by what became of them: stored, rejected, or duplicate',
    labelNames: ['outcome'],
  });
  private readonly rejections = new Counter({
    name: 'portico_ingest_rejections_total',
    help: 'Rejected events by reason',
    labelNames: ['code'],
  });

  constructor(lag: HistoryLag) {
    for (const outcome of ['stored', 'rejected', 'duplicate']) this.events.inc({ outcome }, 0);
    gauge('portico_ingest_waiting_events', 'Events in Kafka that are neither stored nor rejected', () => lag.waiting);
    gauge('portico_ingest_lag_seconds', 'How long the oldest of them has waited', () => lag.milliseconds() / 1_000);
    const byPartition = async () =>
      [...lag.millisecondsByPartition()].map(([partition, milliseconds]) => ({
        labels: { partition: String(partition) },
        value: milliseconds / 1_000,
      }));
    const help = 'How long the oldest event of a partition has waited to be settled';
    readGauge('portico_ingest_partition_lag_seconds', help, ['partition'], byPartition);
  }

  stored(count: number): void {
    this.events.inc({ outcome: 'stored' }, count);
  }

  duplicates(count: number): void {
    this.events.inc({ outcome: 'duplicate' }, count);
  }

  rejected(code: RejectionCode): void {
    this.events.inc({ outcome: 'rejected' });
    this.rejections.inc({ code });
  }
}

const gauge = (name: string, help: string, read: () => number): Gauge =>
  new Gauge({
    name,
    help,
    collect() {
      this.set(read());
    },
  });
