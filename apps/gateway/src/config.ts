import { KafkaConnection } from '@portico/kafka/connection-config';
import { MetricsConfig, ServiceConfig } from '@portico/service';
import { z } from 'zod';
import { LimitConfig } from './limits/limits.ts';

export const GatewayConfig = z.object({
  ...ServiceConfig.shape,
  ...MetricsConfig.shape,
  /** Public addresses of Kafka, shown in the API documents. The gateway itself does not connect to Kafka. */
  KAFKA_BROKERS: KafkaConnection.shape.KAFKA_BROKERS,
  ...LimitConfig.shape,
  /** URL of the orgs service. */
  ORGS_URL: z.url(),
  /** URL of the integrations service. */
  INTEGRATIONS_URL: z.url(),
  /** URL of the billing service. */
  BILLING_URL: z.url(),
  /** URL of the events service. */
  EVENTS_URL: z.url(),
  /** URL of the events processes with the role `doors`; default: EVENTS_URL. */
  EVENTS_DOORS_URL: z.url().optional(),
  /** URL of the events processes with the role `live`; default: EVENTS_URL. */
  EVENTS_LIVE_URL: z.url().optional(),
  /** URL of the alerts service. */
  ALERTS_URL: z.url(),
  /** The only origin whose pages may call the API from a browser. */
  CONSOLE_URL: z.url(),
  /** Maximum concurrent live sockets per address without a valid token in the handshake. */
  LIVE_ANONYMOUS_SOCKETS_PER_ADDRESS: z.coerce.number().int().min(0).default(20),
  /** Number of proxies in front of the gateway that append to X-Forwarded-For. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),
});
export type GatewayConfig = z.infer<typeof GatewayConfig>;
