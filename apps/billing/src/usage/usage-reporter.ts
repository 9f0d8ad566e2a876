import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, Loop } from '@portico/service';
import { Stripe } from 'stripe';
import type { BillingConfig } from '../config.ts';
import { DeploymentService } from '../deployment/deployment.service.ts';
import { ofBackground } from '../stripe/refusals.ts';
import { STRIPE } from '../stripe/stripe.ts';
import {
  acceptEvent,
  addEvents,
  begin,
  type Billed,
  keysToReport,
  newPeriods,
  postponeEvent,
  takeEvents,
  type Waiting,
} from './meter-events.ts';
import { type StripeMeter, StripeMeters } from './stripe-meters.ts';

const { StripeError, StripeInvalidRequestError } = Stripe.errors;

/** Whether Stripe rejected an event because it already accepted an event with the same identifier. */
const isDuplicate = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError &&
  (error.code === 'duplicate_meter_event' || error.message.startsWith('An event already exists with identifier'));

/**
 * Reports customers' usage to Stripe: a meter event contains the change since the last report. Each event is stored before the
 * call, and sent with the same identifier until Stripe accepts it. Safe in any number of processes.
 */
@Injectable()
export class UsageReporter implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(UsageReporter.name);
  private readonly loop: Loop;

  constructor(
    private readonly em: EntityManager,
    @Inject(STRIPE) private readonly stripe: Stripe,
    @Inject(CONFIG) config: BillingConfig,
    private readonly meters: StripeMeters,
    private readonly deployment: DeploymentService,
  ) {
    this.loop = new Loop({
      name: 'reporting usage to Stripe',
      next: async (signal) => {
        await this.report(signal);
        return false;
      },
      pause: config.REPORT_USAGE_EVERY_SECONDS * 1_000,
      toError: ofBackground,
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** @throws StripeError. */
  private async report(signal: AbortSignal): Promise<void> {
    const em = this.em.fork();
    const used = await keysToReport(em);
    if (used.length === 0) return;
    const { summing } = await this.meters.current();
    const keys = used.filter((key) => summing.has(key));
    if (keys.length === 0) return;
    for (const period of await newPeriods(em, keys)) {
      const meter = summing.get(period.lookupKey);
      if (meter && !signal.aborted) await this.begin(meter, period);
    }
    await addEvents(em, keys);
    while (!signal.aborted) {
      const events = await takeEvents(em, keys);
      if (events.length === 0) return;
      await Promise.all(events.map((event) => this.send(event, summing.get(event.lookupKey))));
    }
  }

  /**
   * Writes the first event of a period. A customer that Stripe rejects does not delay other customers.
   * @throws StripeError.
   */
  private async begin(meter: StripeMeter, period: Billed): Promise<void> {
    const found = await this.sumAtStripe(meter, period).catch((error: unknown) => {
      if (!(error instanceof StripeInvalidRequestError)) throw error;
      this.logger.warn(
        { period: period.periodId, error: error.message },
        'reading usage from Stripe failed, the next report retries',
      );
      return null;
    });
    if (found !== null) await begin(this.em.fork(), period, found);
  }

  private async send(event: Waiting, meter: StripeMeter | undefined): Promise<void> {
    if (!meter) return;
    const { periodId, sequence, value, lookupKey } = event;
    try {
      if (!event.isOld || !(await this.wasTaken(meter, event)))
        await this.stripe.billing.meterEvents.create({
          event_name: lookupKey,
          identifier: `${this.deployment.id}-usage-${periodId}-${sequence}`,
          timestamp: event.stamp,
          payload: { [meter.customerKey]: event.customerId, [meter.valueKey]: value },
        });
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      if (!isDuplicate(error)) {
        this.logger.warn(
          { period: periodId, sequence, error: error.message },
          'reporting usage to Stripe failed, retrying later',
        );
        await postponeEvent(this.em.fork(), event, error.message);
        return;
      }
    }
    await acceptEvent(this.em.fork(), event);
  }

  /**
   * Whether Stripe accepted an event whose identifier it may have forgotten.
   * @throws StripeError.
   */
  private async wasTaken(meter: StripeMeter, event: Waiting): Promise<boolean> {
    return (await this.sumAtStripe(meter, event)) === BigInt(event.told) + BigInt(event.value);
  }

  /** @throws StripeError. */
  private async sumAtStripe({ id }: StripeMeter, { customerId, start, end }: Billed): Promise<bigint> {
    const wanted = { customer: customerId, start_time: start, end_time: end };
    const { data } = await this.stripe.billing.meters.listEventSummaries(id, wanted);
    return BigInt(Math.trunc(data.reduce((sum, { aggregated_value: value }) => sum + value, 0)));
  }
}
