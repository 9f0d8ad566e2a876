import { KafkaConnection } from '@portico/kafka/connection-config';
import { MetricsConfig, ServiceConfig } from '@portico/service';
import { z } from 'zod';
import { LimitConfig } from './limits/limits.ts';

export const GatewayConfig = z.object({
  ...ServiceConfig.shape,
  ...MetricsConfig.shape,
  /** Where publishers reach Kafka, for the documents: the gateway does not connect to it. */
  KAFKA_BROKERS: KafkaConnection.shape.KAFKA_BROKERS,
  ...LimitConfig.shape,
  /** Where orgs answers. */
  ORGS_URL: z.url(),
  /** Where integrations answers. */
  INTEGRATIONS_URL: z.url(),
  /** Where billing answers. */
  BILLING_URL: z.url(),
  /** Where events answers. */
  EVENTS_URL: z.url(),
  /** Where its processes with the role `doors` answer, if not there. */
  EVENTS_DOORS_URL: z.url().optional(),
  /** Where its processes with the role `live` answer, if not there. */
  EVENTS_LIVE_URL: z.url().optional(),
  /** Where alerts answers. */
  ALERTS_URL: z.url(),
  /** The one origin whose pages may call the API from a browser. */
  CONSOLE_URL: z.url(),
  /** Live sockets of one address that are open at once without a valid token in the handshake. */
  LIVE_ANONYMOUS_SOCKETS_PER_ADDRESS: z.coerce.number().int().min(0).default(20),
  /** Number of proxies in front of the gateway that append to X-Forwarded-For. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),
});
export type GatewayConfig = z.infer<typeof GatewayConfig>;
