import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, crash, isDefect } from '@portico/service';
import type { BillingConfig } from '../config.ts';
import { ofBackground } from '../stripe/refusals.ts';
import { WebhookQueue } from '../webhooks/webhook-queue.ts';
import { ReconciliationService } from './reconciliation.service.ts';

/** Milliseconds between two checks whether a run is due. */
const POLL = 60_000;

/** Reconciles every hour, in the one process that takes the lease. */
@Injectable()
export class ReconciliationSchedule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ReconciliationSchedule.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    @Inject(CONFIG) private readonly config: BillingConfig,
    private readonly reconciliation: ReconciliationService,
    private readonly queue: WebhookQueue,
  ) {}

  onApplicationBootstrap(): void {
    const every = Math.min(POLL, this.config.RECONCILE_EVERY_SECONDS * 1_000);
    this.timer = setInterval(() => {
      this.running = this.running.then(() => this.reconcileWhenDue());
    }, every);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private async reconcileWhenDue(): Promise<void> {
    try {
      const report = await this.reconciliation.reconcileWhenDue(this.config.RECONCILE_EVERY_SECONDS);
      if (!report) return;
      await this.queue.forgetOld();
      this.logger.log(report, 'customers compared with Stripe');
    } catch (thrown) {
      const error = ofBackground(thrown);
      if (isDefect(error)) {
        clearInterval(this.timer);
        return crash(error);
      }
      this.logger.error({ error: String(error) }, 'comparison with Stripe failed, retrying at the next poll');
    }
  }
}
