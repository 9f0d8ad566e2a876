import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ProductsService } from '../products/products.service.ts';
import { SynchronizeCustomer } from '../purchases/synchronize-customer.command.ts';
import { type Task, WebhookQueue } from './webhook-queue.ts';

/** Looks without being woken, in milliseconds: for what other processes received and what waits for its next try. */
const POLL = 500;

/**
 * Works Stripe's events one task after the other. An event's effect and the mark that it is worked commit together, so a
 * crash leaves it waiting; one that cannot be worked is tried again later and holds up no other.
 */
@Injectable()
export class WebhookWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(WebhookWorker.name);
  private running: Promise<void> | null = null;
  private isEnding = false;
  private isWoken = false;
  private endSleep: () => void = () => undefined;

  constructor(
    @Inject(MikroORM) private readonly orm: MikroORM,
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(ProductsService) private readonly products: ProductsService,
    @Inject(WebhookQueue) private readonly queue: WebhookQueue,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.run();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isEnding = true;
    this.wake();
    await this.running;
  }

  /** There is something new. */
  wake(): void {
    this.isWoken = true;
    this.endSleep();
  }

  private async run(): Promise<void> {
    while (!this.isEnding) {
      this.isWoken = false;
      const isWorked = await this.workNext().catch((error: unknown) => {
        this.logger.warn(`the webhooks wait: ${String(error)}`);
        return false;
      });
      if (!isWorked) await this.sleep();
    }
  }

  /** @returns whether there was something to do. @throws when the database is away. */
  private async workNext(): Promise<boolean> {
    let task: Task | null = null;
    try {
      await this.orm.em.fork().transactional(async (em) => {
        task = await this.queue.take(em);
        if (!task) return;
        if (task.customerId === null) await this.products.refresh();
        else await this.commands.execute(new SynchronizeCustomer(task.customerId, 'webhook'));
        await this.queue.markWorked(em, task);
      });
      return task !== null;
    } catch (error) {
      if (!task) throw error;
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      this.logger.warn(`a webhook is tried again later: ${reason}`);
      await this.queue.postpone(task, reason);
      return true;
    }
  }

  private sleep(): Promise<void> {
    if (this.isEnding || this.isWoken) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL);
      this.endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
