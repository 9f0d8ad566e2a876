import { KafkaConnection } from '@portico/kafka/connection-config';
import { MetricsConfig, ServiceConfig } from '@portico/service';
import { z } from 'zod';
import { LimitConfig } from './limits/limits.ts';

export const GatewayConfig = z.object({
  ...ServiceConfig.shape,
  ...MetricsConfig.shape,
  /** Public addresses of Kafka, for the documents: the gateway does not connect to it. */
  KAFKA_BROKERS: KafkaConnection.shape.KAFKA_BROKERS,
  ...LimitConfig.shape,
  /** URL of orgs. */
  ORGS_URL: z.url(),
  /** URL of integrations. */
  INTEGRATIONS_URL: z.url(),
  /** URL of billing. */
  BILLING_URL: z.url(),
  /** URL of events. */
  EVENTS_URL: z.url(),
  /** URL of its processes with the role `doors`; default: EVENTS_URL. */
  EVENTS_DOORS_URL: z.url().optional(),
  /** URL of its processes with the role `live`; default: EVENTS_URL. */
  EVENTS_LIVE_URL: z.url().optional(),
  /** URL of alerts. */
  ALERTS_URL: z.url(),
  /** The only origin whose pages may call the API from a browser. */
  CONSOLE_URL: z.url(),
  /** Maximum concurrent live sockets per address without a valid token in the handshake. */
  LIVE_ANONYMOUS_SOCKETS_PER_ADDRESS: z.coerce.number().int().min(0).default(20),
  /** Number of proxies in front of the gateway that append to X-Forwarded-For. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),
});
export type GatewayConfig = z.infer<typeof GatewayConfig>;
