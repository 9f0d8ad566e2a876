import { z } from 'zod/mini';
import { Email, Storable } from '../common/fields.ts';
import { should } from '../common/wording.ts';

const Secret = Storable.check(z.trim(), z.minLength(1), z.maxLength(500));
/** The service decides whether it is a public address: https, and nothing of a private network. */
const Address = Storable.check(z.trim(), z.url(), z.maxLength(2_000));

/** A PagerDuty integration key of an Events API v2 integration. */
const RoutingKey = z
  .string()
  .check(z.trim(), z.regex(/^[0-9A-Za-z]{32}$/, { error: should('be 32 letters and digits') }));

/** Slack is an incoming webhook's URL, or a bot's token and the channel (its id or name) to which it posts. */
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
      error: 'Webhook URL should be given, or a bot token and a channel instead',
    }),
  );

/** Where a channel leads. None of it is answered again, but for a hint. */
export const ChannelTarget = z.discriminatedUnion('type', [
  z.object({ type: z.literal('email'), address: Email }),
  Slack,
  z.object({ type: z.literal('teams'), webhookUrl: Address }),
  z.object({ type: z.literal('pagerduty'), routingKey: RoutingKey }),
  z.object({ type: z.literal('webhook'), url: Address }),
]);
export type ChannelTarget = z.infer<typeof ChannelTarget>;
export type ChannelType = ChannelTarget['type'];

/** What people call each type of channel, in the order in which a form offers them. */
export const CHANNEL_LABELS: Readonly<Record<ChannelType, string>> = {
  email: 'E-mail',
  slack: 'Slack',
  teams: 'Teams',
  pagerduty: 'PagerDuty',
  webhook: 'Webhook',
};
export const CHANNEL_TYPES = Object.keys(CHANNEL_LABELS) as [ChannelType, ...ChannelType[]];
