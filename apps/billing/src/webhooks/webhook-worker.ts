import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { isDefect, Loop } from '@portico/service';
import type { Stripe } from 'stripe';
import { ProductsService } from '../products/products.service.ts';
import { idOf } from '../stripe/stripe-records.ts';
import { SynchronizeCustomer } from '../purchases/synchronize-customer.command.ts';
import { isMissing, ofBackground } from '../stripe/refusals.ts';
import { STRIPE } from '../stripe/stripe.ts';
import { type Task, WebhookQueue } from './webhook-queue.ts';

/**
 * Processes Stripe's events, one task after the other. An event is marked as processed after its effect is committed, so after a
 * crash it is still pending; processing it twice changes nothing. A failed event is retried later and does not block others. A defect
 * postpones its event too, and ends the process. No connection stays open during calls to Stripe.
 */
@Injectable()
export class WebhookWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(WebhookWorker.name);
  private readonly loop = new Loop({
    name: 'processing Stripe webhooks',
    next: () => this.workNext(),
    toError: ofBackground,
  });

  constructor(
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly commands: CommandBus,
    private readonly products: ProductsService,
    private readonly queue: WebhookQueue,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  wake(): void {
    this.loop.wake();
  }

  /**
   * @returns whether there was a task.
   * @throws if the database is unavailable, or for a defect.
   */
  private async workNext(): Promise<boolean> {
    const task = await this.queue.take();
    if (!task) return false;
    try {
      await this.work(task);
      await this.queue.markWorked(task);
    } catch (thrown) {
      const error = ofBackground(thrown);
      const reason = String(error);
      this.logger.warn({ customerId: task.customerId, reason }, 'Stripe webhook failed, retrying later');
      await this.queue.postpone(task, reason);
      if (isDefect(error)) throw error;
    }
    return true;
  }

  private async work({ customerId, chargeId }: Task): Promise<void> {
    if (customerId === null && chargeId === null) {
      await this.products.refresh();
      return;
    }
    const customer = customerId ?? (await this.customerOfCharge(chargeId ?? ''));
    if (customer !== null) await this.commands.execute(new SynchronizeCustomer(customer, 'webhook'));
  }

  private async customerOfCharge(chargeId: string): Promise<string | null> {
    const charge = await this.stripe.charges.retrieve(chargeId).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    return idOf(charge?.customer);
  }
}
