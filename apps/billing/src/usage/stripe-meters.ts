import { Inject, Injectable, Logger } from '@nestjs/common';
import { Stripe } from 'stripe';
import { CachedRead } from '../stripe/cached-read.ts';
import { idOf } from '../stripe/stripe-records.ts';
import { STRIPE } from '../stripe/stripe.ts';

const CACHE_MS = 60_000;

/** The meter's event name is the lookup key of the entitlement that it sums up. */
export type StripeMeter = { id: string; lookupKey: string; customerKey: string; valueKey: string };

type Read = {
  /** Active meters with the aggregation `sum`, by lookup key. */
  summing: ReadonlyMap<string, StripeMeter>;
  /** Aggregations of the other active meters, by lookup key. */
  others: ReadonlyMap<string, string>;
  /** Lookup keys by the id of a metered price. */
  keyOfPrice: ReadonlyMap<string, string>;
};

/** Stripe's meters and the prices that use them, cached in memory. */
@Injectable()
export class StripeMeters {
  private readonly logger = new Logger(StripeMeters.name);
  private readonly cached = new CachedRead(() => this.read(), CACHE_MS);

  constructor(@Inject(STRIPE) private readonly stripe: Stripe) {}

  /** @throws StripeError. */
  current(): Promise<Read> {
    return this.cached.current();
  }

  get known(): Read | null {
    return this.cached.known;
  }

  private async read(): Promise<Read> {
    const keys = new Map<string, string>();
    const summing = new Map<string, StripeMeter>();
    const otherFormulas = new Map<string, string>();
    const keyOfPrice = new Map<string, string>();
    for (const meter of await this.meters()) {
      const { id, event_name: lookupKey, status, default_aggregation: aggregation } = meter;
      keys.set(id, lookupKey);
      if (status !== 'active') continue;
      if (aggregation.formula !== 'sum') otherFormulas.set(lookupKey, aggregation.formula);
      else
        summing.set(lookupKey, {
          id,
          lookupKey,
          customerKey: meter.customer_mapping.event_payload_key,
          valueKey: meter.value_settings.event_payload_key,
        });
    }
    if (keys.size === 0) return { summing, others: otherFormulas, keyOfPrice };
    for await (const { id, recurring } of this.stripe.prices.list({
      limit: 100,
      recurring: { usage_type: 'metered' },
    })) {
      const lookupKey = keys.get(idOf(recurring?.meter) ?? '');
      if (lookupKey !== undefined) keyOfPrice.set(id, lookupKey);
    }
    return { summing, others: otherFormulas, keyOfPrice };
  }

  /** Returns the active meters; empty if the API key may not read meters, because purchases do not depend on meters. */
  private async meters(): Promise<Stripe.Billing.Meter[]> {
    const meters: Stripe.Billing.Meter[] = [];
    try {
      for await (const meter of this.stripe.billing.meters.list({ limit: 100 })) meters.push(meter);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripePermissionError)) throw error;
      this.logger.warn({ error: error.message }, 'no permission to read Stripe meters, usage not reported');
    }
    return meters;
  }
}
