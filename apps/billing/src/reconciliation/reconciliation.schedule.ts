import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, Loop } from '@portico/service';
import type { BillingConfig } from '../config.ts';
import { ofBackground } from '../stripe/refusals.ts';
import { WebhookQueue } from '../webhooks/webhook-queue.ts';
import { ReconciliationService } from './reconciliation.service.ts';

/** Milliseconds between two checks of whether a run is due. */
const POLL = 60_000;

/** Reconciles every hour by default, in the process that gets the lease. */
@Injectable()
export class ReconciliationSchedule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ReconciliationSchedule.name);
  private readonly loop: Loop;

  constructor(
    @Inject(CONFIG) private readonly config: BillingConfig,
    private readonly reconciliation: ReconciliationService,
    private readonly queue: WebhookQueue,
  ) {
    this.loop = new Loop({
      name: 'comparing customers with Stripe',
      next: () => this.reconcileWhenDue(),
      pause: Math.min(POLL, config.RECONCILE_EVERY_SECONDS * 1_000),
      toError: ofBackground,
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  private async reconcileWhenDue(): Promise<false> {
    const report = await this.reconciliation.reconcileWhenDue(this.config.RECONCILE_EVERY_SECONDS);
    if (report) {
      await this.queue.forgetOld();
      this.logger.log(report, 'customers compared with Stripe');
    }
    return false;
  }
}
