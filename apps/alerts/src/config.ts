import { guarded, KafkaConfig } from '@portico/kafka';
import { DatabaseConfig } from '@portico/postgres';
import { LinkConfig, LiveConfig, outside, sealingSecrets, secret, ServiceConfig } from '@portico/service';
import { EventsApiConfig } from '@portico/service/events-api';
import { MailConfig } from '@portico/service/mail';
import { z } from 'zod';

/** How notices leave Portico. */
const NoticesConfig = z.object({
  /**
   * Encrypts addresses and secrets of channels. Several, separated by commas: the first encrypts, all decrypt, so that one can
   * be replaced. Without it the key follows from `SIGNING_SECRET`.
   */
  ALERTS_SECRET: sealingSecrets,
  /** The one origin beside public https to which is sent: the catcher on one machine. Leave it out anywhere else. */
  EGRESS_LOCAL_ORIGIN: outside(z.url()).optional(),
  /** `http://user:password@host:port` of a proxy that connects to the receivers of channels; without it alerts does. */
  HTTPS_PROXY: secret(z.url({ protocol: /^https?$/ })).optional(),
  /** Hosts that are reached without the proxy, separated by commas. */
  NO_PROXY: z.string().optional(),
  /** Where Slack's Web API is. */
  SLACK_API_URL: outside(z.url()).default('https://slack.com/api'),
  /** Where PagerDuty's Events API is. */
  PAGERDUTY_URL: outside(z.url()).default('https://events.pagerduty.com'),
  /** Where Opsgenie's API is, for accounts in the United States. */
  OPSGENIE_URL: outside(z.url()).default('https://api.opsgenie.com'),
  /** Where Opsgenie's API is, for accounts in the European Union. */
  OPSGENIE_EU_URL: outside(z.url()).default('https://api.eu.opsgenie.com'),
  /** Seconds that a notice waits: what is over by then is not sent. */
  NOTICE_WAIT_SECONDS: z.coerce.number().min(0).max(600).default(30),
  /** Seconds between two messages about one organization through one channel. */
  NOTICE_GROUP_SECONDS: z.coerce.number().min(0).max(86_400).default(300),
  /** Seconds until a message is tried again, for each further attempt; after the last it has failed. */
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
    /** Days for which events are kept; episodes that are over and what was said of them are kept no longer. */
    EVENTS_RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).default(400),
    /** Name of the product in messages. */
    PRODUCT_NAME: z.string().default('Portico'),
  }),
);
export type AlertsConfig = z.infer<typeof AlertsConfig>;
