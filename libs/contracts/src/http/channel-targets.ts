import { z } from 'zod/mini';
import { Email, Storable } from '../common/fields.ts';
import { should } from '../common/wording.ts';

const Secret = Storable.check(z.trim(), z.minLength(1), z.maxLength(500));
/** The service checks that the address is public: https, and not in a private network. */
const Address = Storable.check(z.trim(), z.url(), z.maxLength(2_000));

/** Integration key of PagerDuty's Events API v2. */
const RoutingKey = z
  .string()
  .check(z.trim(), z.regex(/^[0-9A-Za-z]{32}$/, { error: should('be 32 letters and digits') }));

/** Slack: an incoming webhook's URL, or a bot's token and the channel (id or name) that the bot posts to. */
const Slack = z
  .object({
    type: z.literal('slack'),
    webhookUrl: z.optional(Address),
    botToken: z.optional(
      Secret.check(z.regex(/^xoxb-[\w-]+$/, { error: should("be a bot's token: it begins with xoxb-") })),
    ),
    channel: z.optional(Storable.check(z.trim(), z.minLength(1), z.maxLength(100))),
  })
  .check(
    z.refine(({ webhookUrl, botToken, channel }) => !webhookUrl !== !botToken && !botToken === !channel, {
      path: ['webhookUrl'],
      error: 'Webhook URL is required, or a bot token and a channel',
    }),
  );

/** API key of an Opsgenie API integration, and the region of the account. */
const Opsgenie = z.object({
  type: z.literal('opsgenie'),
  apiKey: z
    .string()
    .check(z.trim(), z.regex(/^[0-9A-Za-z-]{20,100}$/, { error: should('be 20 to 100 letters, digits and hyphens') })),
  region: z._default(z.enum(['us', 'eu']), 'us'),
});

/** Maximum headers of a webhook. */
export const MAX_HEADERS = 20;
/** Headers that Portico sets itself: connection, body, host and signature. */
const OWN_HEADER =
  /^(host|content-.*|transfer-encoding|connection|keep-alive|proxy-.*|te|trailers?|upgrade|expect|webhook-.*)$/i;

const Header = z.object({
  name: z.string().check(
    z.trim(),
    z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, { error: should('have letters, digits and hyphens only') }),
    z.refine((name) => !OWN_HEADER.test(name), {
      error: 'Name should not be a header that Portico sets',
    }),
  ),
  /** Printable ASCII only: a line break would start another header. */
  value: z
    .string()
    .check(z.trim(), z.regex(/^[\x20-\x7E]{1,2000}$/, { error: should('be 1 to 2,000 printable ASCII characters') })),
});
const Headers = z.array(Header).check(
  z.maxLength(MAX_HEADERS),
  z.refine((headers) => new Set(headers.map(({ name }) => name.toLowerCase())).size === headers.length, {
    error: should('name each header once'),
  }),
);

const Credential = Storable.check(
  z.minLength(1),
  z.maxLength(500),
  z.regex(/^[^\p{Cc}]*$/u, { error: should('have no control characters') }),
);
const BasicAuth = z.object({
  user: Credential.check(z.refine((user) => !user.includes(':'), { error: should('have no colon') })),
  password: Credential,
});

/** Portico sends `headers` and `basicAuth` with each message. Responses contain only the header names. */
const Webhook = z
  .object({
    type: z.literal('webhook'),
    url: Address,
    headers: z.optional(Headers),
    basicAuth: z.optional(BasicAuth),
  })
  .check(
    z.refine(
      ({ headers = [], basicAuth }) => !basicAuth || !headers.some(({ name }) => /^authorization$/i.test(name)),
      {
        path: ['basicAuth'],
        error: 'Basic auth should not be given together with an Authorization header',
      },
    ),
  );

/** The target of a channel. Responses contain only a hint of it. */
export const ChannelTarget = z.discriminatedUnion('type', [
  z.object({ type: z.literal('email'), address: Email }),
  Slack,
  z.object({ type: z.literal('teams'), webhookUrl: Address }),
  z.object({ type: z.literal('google-chat'), webhookUrl: Address }),
  z.object({ type: z.literal('discord'), webhookUrl: Address }),
  z.object({ type: z.literal('pagerduty'), routingKey: RoutingKey }),
  Opsgenie,
  Webhook,
]);
export type ChannelTarget = z.infer<typeof ChannelTarget>;
export type ChannelType = ChannelTarget['type'];

/** The types of channels, in the order of the form. */
export const CHANNEL_TYPES = [
  'email',
  'slack',
  'teams',
  'google-chat',
  'discord',
  'pagerduty',
  'opsgenie',
  'webhook',
] as const satisfies readonly ChannelType[];

export const CHANNEL_LABELS: Readonly<Record<ChannelType, string>> = {
  email: 'E-mail',
  slack: 'Slack',
  teams: 'Teams',
  'google-chat': 'Google Chat',
  discord: 'Discord',
  pagerduty: 'PagerDuty',
  opsgenie: 'Opsgenie',
  webhook: 'Webhook',
};
