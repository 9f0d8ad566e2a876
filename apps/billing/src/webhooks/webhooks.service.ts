import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Problem } from '@portico/service';
import { Stripe } from 'stripe';
import type { BillingConfig } from '../config.ts';
import { STRIPE } from '../stripe/stripe.ts';
import { WebhookQueue } from './webhook-queue.ts';
import { WebhookWorker } from './webhook-worker.ts';

/** Maximum difference of a signature's timestamp in seconds, so that a recorded request cannot be replayed later. */
const TOLERANCE = 300;

/** Event types about customers. Types that none of these three patterns matches are acknowledged and dropped. */
const ABOUT_CUSTOMERS = /^(checkout\.session|customer\.subscription|invoice|charge|payment_intent)\./;
const ABOUT_DISPUTES = /^charge\.dispute\./;
const ABOUT_PRODUCTS = /^(product|price)\./;

/** Receives Stripe's webhooks: verifies the signature, stores the subject, and acknowledges. */
@Injectable()
export class WebhooksService {
  constructor(
    @Inject(CONFIG) private readonly config: BillingConfig,
    @Inject(STRIPE) private readonly stripe: Stripe,
    private readonly queue: WebhookQueue,
    private readonly worker: WebhookWorker,
  ) {}

  /**
   * @param body the raw bytes.
   * @throws Problem `malformed_request` if the signature is invalid, or its timestamp differs from now by more than 300 s.
   */
  async receive(body: unknown, signature: string | undefined): Promise<void> {
    const { id, type, data } = await this.verified(body, signature);
    const isAboutProducts = ABOUT_PRODUCTS.test(type);
    const customerId = ABOUT_CUSTOMERS.test(type) ? idIn(data.object, 'customer') : null;
    const chargeId = ABOUT_DISPUTES.test(type) ? idIn(data.object, 'charge') : null;
    if (!isAboutProducts && customerId === null && chargeId === null) return;
    await this.queue.add({ id, type, customerId, chargeId });
    this.worker.wake();
  }

  private async verified(body: unknown, signature: string | undefined): Promise<Stripe.Event> {
    try {
      const { STRIPE_WEBHOOK_SECRET: secret } = this.config;
      const bytes = Buffer.isBuffer(body) ? body : '';
      const event = await this.stripe.webhooks.constructEventAsync(bytes, signature ?? '', secret, TOLERANCE);
      if (isAhead(signature ?? '')) throw new Problem('malformed_request', 'The signature is of a time to come');
      return event;
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      throw new Problem('malformed_request', 'The signature is not that of this body, or too old', [], {
        cause: error,
      });
    }
  }
}

/** Whether a signature's timestamp is too far in the future. The SDK rejects only old timestamps. */
const isAhead = (signature: string): boolean =>
  [...signature.matchAll(/(?:^|,)t=(\d+)/g)].some(([, time]) => Number(time) - Date.now() / 1_000 > TOLERANCE);

/** The customer's or charge's id in a Stripe object; the service trusts no other field of the body. */
const idIn = (object: object, name: 'customer' | 'charge'): string | null => {
  const reference: unknown = Object.entries(object).find(([key]) => key === name)?.[1];
  const id = typeof reference === 'object' && reference && 'id' in reference ? reference.id : reference;
  return typeof id === 'string' && /^\w{1,255}$/.test(id) ? id : null;
};
