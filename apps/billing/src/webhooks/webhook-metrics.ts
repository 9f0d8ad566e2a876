import { Injectable } from '@nestjs/common';
import { type Reading, readGauge } from '@portico/service';
import { WebhookQueue } from './webhook-queue.ts';

/** Metrics of the queue of Stripe's events. All processes export the same values, because they share one table. */
@Injectable()
export class WebhookMetrics {
  constructor(queue: WebhookQueue) {
    const counts = async (): Promise<Reading[]> => {
      const { waiting, failing } = await queue.state();
      return [
        { labels: { state: 'waiting' }, value: waiting - failing },
        { labels: { state: 'failing' }, value: failing },
      ];
    };
    const age = async (): Promise<Reading[]> => {
      const { oldestReceivedAt } = await queue.state();
      return [{ value: oldestReceivedAt === null ? 0 : (Date.now() - Date.parse(oldestReceivedAt)) / 1_000 }];
    };
    readGauge(
      'portico_webhooks',
      "Stripe's events that were not worked on, and those of them that failed",
      ['state'],
      counts,
    );
    readGauge('portico_webhooks_oldest_seconds', 'How long the oldest of them has waited', [], age);
  }
}
