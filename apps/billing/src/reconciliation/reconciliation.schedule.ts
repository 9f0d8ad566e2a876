import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG } from '@portico/service';
import type { BillingConfig } from '../config.ts';
import { WebhookQueue } from '../webhooks/webhook-queue.ts';
import { ReconciliationService } from './reconciliation.service.ts';

/** Looks whether it is time, in milliseconds. */
const POLL = 60_000;

/** Reconciles every hour, in one process of however many: whoever moves the time of the last one. */
@Injectable()
export class ReconciliationSchedule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ReconciliationSchedule.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    @Inject(CONFIG) private readonly config: BillingConfig,
    @Inject(MikroORM) private readonly orm: MikroORM,
    @Inject(ReconciliationService) private readonly reconciliation: ReconciliationService,
    @Inject(WebhookQueue) private readonly queue: WebhookQueue,
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
      if (!(await this.isOurTurn())) return;
      const { customers, changed, failed } = await this.reconciliation.reconcileAll();
      await this.queue.forgetOld();
      this.logger.log(`compared ${customers} customers with Stripe: ${changed} purchases changed, ${failed} failed`);
    } catch (error) {
      this.logger.error(`the comparison with Stripe waits for the next time: ${String(error)}`);
    }
  }

  private async isOurTurn(): Promise<boolean> {
    const rows = await this.orm.em
      .fork()
      .execute<{ id: number }[]>(
        `update reconciliation set started_at = now() where started_at <= now() - make_interval(secs => ?) returning id`,
        [this.config.RECONCILE_EVERY_SECONDS],
      );
    return rows.length > 0;
  }
}
