import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Problem } from '@portico/service';
import { Stripe } from 'stripe';
import type { BillingConfig } from '../config.ts';
import { STRIPE } from '../stripe/stripe.ts';
import { WebhookQueue } from './webhook-queue.ts';
import { WebhookWorker } from './webhook-worker.ts';

/** Seconds for which a signature is good: a recorded request cannot be sent again later. */
const TOLERANCE = 300;

/** What is worked; everything else is acknowledged and forgotten. */
const ABOUT_CUSTOMERS = /^(checkout\.session|customer\.subscription|invoice|charge|payment_intent)\./;
const ABOUT_PRODUCTS = /^(product|price)\./;

/** Takes in what Stripe tells: proves that it is Stripe, keeps what it is about, and says thanks. */
@Injectable()
export class WebhooksService {
  constructor(
    @Inject(CONFIG) private readonly config: BillingConfig,
    @Inject(STRIPE) private readonly stripe: Stripe,
    @Inject(WebhookQueue) private readonly queue: WebhookQueue,
    @Inject(WebhookWorker) private readonly worker: WebhookWorker,
  ) {}

  /** @param body - the bytes that came. @throws Problem `malformed_request` when the body was not signed with our secret, or longer ago than 300 s. */
  async receive(body: unknown, signature: string | undefined): Promise<void> {
    const { id, type, data } = await this.verified(body, signature);
    const isAboutProducts = ABOUT_PRODUCTS.test(type);
    const customerId = ABOUT_CUSTOMERS.test(type) ? customerOf(data.object) : null;
    if (!isAboutProducts && customerId === null) return;
    await this.queue.add({ id, type, customerId });
    this.worker.wake();
  }

  private async verified(body: unknown, signature: string | undefined): Promise<Stripe.Event> {
    try {
      const { STRIPE_WEBHOOK_SECRET: secret } = this.config;
      const bytes = Buffer.isBuffer(body) ? body : '';
      return await this.stripe.webhooks.constructEventAsync(bytes, signature ?? '', secret, TOLERANCE);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      throw new Problem('malformed_request', 'The signature is not that of this body, or too old', [], {
        cause: error,
      });
    }
  }
}

/** Whom an object of Stripe's belongs to; of a body nothing else is believed. */
const customerOf = (object: object): string | null => {
  if (!('customer' in object)) return null;
  const { customer } = object;
  const id = typeof customer === 'object' && customer && 'id' in customer ? customer.id : customer;
  return typeof id === 'string' && /^\w{1,255}$/.test(id) ? id : null;
};
