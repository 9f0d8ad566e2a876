import { guarded, KafkaConfig } from '@portico/kafka';
import { DatabaseConfig } from '@portico/postgres';
import { LinkConfig, LiveConfig, outside, sealingSecrets, secret, ServiceConfig } from '@portico/service';
import { EventsApiConfig } from '@portico/service/events-api';
import { MailConfig } from '@portico/service/mail';
import { z } from 'zod';

/** Settings of outgoing notices. */
const NoticesConfig = z.object({
  /**
   * Encrypts the addresses and secrets of channels. Several keys, separated by commas, allow rotation: the first key encrypts, all
   * keys decrypt. Default: derived from `SIGNING_SECRET`.
   */
  ALERTS_SECRET: sealingSecrets,
  /**
   * Origin of the local webhook catcher. Alerts sends requests to this origin even if it is private or has no https. Set for local stacks
   * only.
   */
  EGRESS_LOCAL_ORIGIN: outside(z.url()).optional(),
  /** `http://user:password@host:port` of the proxy for requests to channels. Default: alerts connects directly. */
  HTTPS_PROXY: secret(z.url({ protocol: /^https?$/ })).optional(),
  /** Hosts that bypass the proxy, separated by commas. */
  NO_PROXY: z.string().optional(),
  /** URL of Slack's Web API. */
  SLACK_API_URL: outside(z.url()).default('https://slack.com/api'),
  /** URL of PagerDuty's Events API. */
  PAGERDUTY_URL: outside(z.url()).default('https://events.pagerduty.com'),
  /** URL of Opsgenie's API for accounts in the United States. */
  OPSGENIE_URL: outside(z.url()).default('https://api.opsgenie.com'),
  /** URL of Opsgenie's API for accounts in the European Union. */
  OPSGENIE_EU_URL: outside(z.url()).default('https://api.eu.opsgenie.com'),
  /** Seconds from a notice's creation until it is sent. If the problem ends earlier, Portico does not send the notice. */
  NOTICE_WAIT_SECONDS: z.coerce.number().min(0).max(600).default(30),
  /** Minimum seconds between two messages about one organization through one channel. */
  NOTICE_GROUP_SECONDS: z.coerce.number().min(0).max(86_400).default(300),
  /** Seconds before each retry of a message, separated by commas. After the last retry fails, the message counts as failed. */
  DELIVERY_RETRY_SECONDS: z
    .string()
    .default('10,60,600,3600,21600')
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(z.number().min(0).max(86_400)).max(20)),
});

export const AlertsConfig = guarded(
  z.object({
    ...ServiceConfig.shape,
    ...DatabaseConfig.shape,
    ...KafkaConfig.shape,
    ...LinkConfig.shape,
    ...LiveConfig.shape,
    ...EventsApiConfig.shape,
    ...MailConfig.shape,
    ...NoticesConfig.shape,
    /** Days for which events are stored. Closed episodes and their notices are deleted after the same time. */
    EVENTS_RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).default(400),
    /** Product name in messages. */
    PRODUCT_NAME: z.string().default('Portico'),
  }),
);
export type AlertsConfig = z.infer<typeof AlertsConfig>;
