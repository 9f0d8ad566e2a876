import { DatabaseConfig } from '@portico/postgres';
import { guarded, KafkaConfig } from '@portico/kafka';
import { secret, ServiceConfig } from '@portico/service';
import { z } from 'zod';
import { DeploymentConfig } from './deployment/deployment.service.ts';
import { StripeConfig } from './stripe/stripe.ts';

export const BillingConfig = guarded(
  z.object({
    ...ServiceConfig.shape,
    ...DatabaseConfig.shape,
    ...KafkaConfig.shape,
    ...StripeConfig.shape,
    ...DeploymentConfig.shape,
    /** Secret with which Stripe signs its webhooks. */
    STRIPE_WEBHOOK_SECRET: secret(z.string().min(1)),
    /** URL of the console, to which Stripe's pages return. */
    CONSOLE_URL: z.url(),
    /** Seconds between two reconciliations, each of which compares every customer with Stripe. */
    RECONCILE_EVERY_SECONDS: z.coerce.number().int().min(1).default(3_600),
    /** Seconds between two reports of usage to Stripe's meters. */
    REPORT_USAGE_EVERY_SECONDS: z.coerce.number().int().min(1).default(60),
  }),
);
export type BillingConfig = z.infer<typeof BillingConfig>;

export const ReconcileConfig = z.object({
  ...DatabaseConfig.shape,
  ...StripeConfig.shape,
  ...DeploymentConfig.shape,
});
export type ReconcileConfig = z.infer<typeof ReconcileConfig>;
